import { useState } from 'react'
import { useAction } from '#platform/action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input, Select } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { invite } from './data.ts'
import { givenRoles } from './roles.ts'

export function Invite({ integration_id }: { integration_id: string }) {
  const t = useT()
  const [round, setRound] = useState(0)
  const { run, isBusy, problem } = useAction(async (email: string, role: string) => {
    await invite(integration_id, { email, role: givenRoles.find((one) => one === role) ?? 'agent' })
    toast.success(t('users.invited', { email }))
    setRound(round + 1)
  })
  return (
    <Section title={t('users.invite')} description={t('users.invite_text')}>
      <Form
        key={round}
        id="invite"
        labels={{ email: t('auth.email'), role: t('users.role') }}
        problem={problem}
        onSubmit={({ email = '', role = '' }) => void run(email, role)}
        className="gap-4"
      >
        <div className="flex flex-col gap-4 sm:flex-row sm:items-start">
          <Field name="email" isRequired className="flex-1">
            <Input type="email" inputMode="email" autoComplete="off" autoCapitalize="none" />
          </Field>
          <Field name="role" className="sm:w-44">
            <Select defaultValue="agent">
              {givenRoles.map((role) => (
                <option key={role} value={role}>
                  {t(`users.role_${role}`)}
                </option>
              ))}
            </Select>
          </Field>
          <Button type="submit" look="primary" isBusy={isBusy} className="sm:mt-6.5">
            {t('users.send_invitation')}
          </Button>
        </div>
      </Form>
    </Section>
  )
}
