import type { Integration } from '@ozvi/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { finishOnboarding } from '#dashboard/integrations'
import { invite, useTeam } from '#dashboard/users'
import { StepFrame } from './step-frame.tsx'
import { useStepPath } from './steps.ts'

/** Invites people who take over from the assistant. */
export function TeamStep({ integration }: { integration: Integration }) {
  const t = useT()
  const navigate = useNavigate()
  const pathOf = useStepPath(integration)
  const [round, setRound] = useState(0)
  const sending = useAsyncAction(async (email: string) => {
    await invite(integration.id, { email, role: 'agent' })
    setRound((before) => before + 1)
  })
  const finish = useAsyncAction(async () => {
    await finishOnboarding(integration.public_key)
    await navigate(pathOf('done'))
  })
  return (
    <StepFrame
      step="team"
      text={t('onboarding.team_text')}
      footer={
        <>
          <Button variant="quiet" className="-ml-4" isBusy={finish.isBusy} onClick={() => void finish.run()}>
            {t('onboarding.skip')}
          </Button>
          <Button variant="primary" size="lg" isBusy={finish.isBusy} onClick={() => void finish.run()}>
            {t('onboarding.finish')}
          </Button>
        </>
      }
    >
      {finish.problem && <Alert tone="danger" title={errorText(finish.problem)} />}
      <Form
        key={round}
        id="onboarding-invite"
        labels={{ email: t('auth.email') }}
        problem={sending.problem}
        onSubmit={({ email = '' }) => void sending.run(email)}
        className="gap-3"
      >
        <div className="flex items-start gap-2">
          <Field name="email" className="min-w-0 flex-1" hint={t('onboarding.invite_hint')}>
            <Input
              type="email"
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              {...(round > 0 ? { autoFocus: true } : {})}
            />
          </Field>
          <Button type="submit" isBusy={sending.isBusy} className="mt-6.5">
            {t('onboarding.invite')}
          </Button>
        </div>
      </Form>
      <Invited integration_id={integration.id} />
    </StepFrame>
  )
}

function Invited({ integration_id }: { integration_id: string }) {
  const t = useT()
  const formats = useFormats()
  const { data } = useTeam(integration_id)
  const open = data?.invitations.filter(({ state }) => state === 'pending') ?? []
  return (
    <div role="log" aria-label={t('users.invitations')} className="empty:hidden">
      {open.length > 0 && (
        <Card>
          <ul>
            {open.map(({ id, email, expires_at }) => (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line px-4 py-3 last:border-0"
              >
                <span className="min-w-0 wrap-anywhere">{email}</span>
                <span className="flex items-center gap-2 text-sm text-muted">
                  <Badge tone="primary">{t('users.is_invited')}</Badge>
                  {t('users.until', { date: formats.date(expires_at) })}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}
