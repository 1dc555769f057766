import { conversationAccessLevels, Problem } from '@ozvi/contract'
import { useState } from 'react'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Select, Textarea } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { useRoleOptions } from '../roles/member-role.ts'
import { useIntegration } from '#dashboard/integrations'
import { CheckList } from '../check-list.tsx'
import { addressesIn, inviteAll } from './invite-all.ts'
import { useTeams } from '../team-list.ts'

export function Invite({ integration_id }: { integration_id: string }) {
  const t = useT()
  const [round, setRound] = useState(0)
  const [text, setText] = useState('')
  const { data: teams = [] } = useTeams(integration_id)
  const [teamIds, setTeamIds] = useState<string[]>([])
  const roleOptions = useRoleOptions(useIntegration())
  const [roleChoice, setRoleChoice] = useState('agent')
  const chosen = roleOptions.find(({ value }) => value === roleChoice) ?? roleOptions.at(0)
  const { role = 'agent', custom_role = null } = chosen ?? {}
  const { run, isBusy, problem } = useAsyncAction(async (conversation_access: string) => {
    const reach =
      role === 'agent' ? conversationAccessLevels.find((one) => one === conversation_access) : undefined
    // A team may have been deleted since it was selected.
    const team_ids = teamIds.filter((id) => teams.some((team) => team.id === id))
    const typed = addressesIn(text)
    // An empty input is sent, so that the field shows its error.
    const emails = typed.length > 0 ? typed : ['']
    const fields = {
      role,
      custom_role_id: custom_role?.id ?? null,
      ...(reach ? { conversation_access: reach } : {}),
      ...(team_ids.length > 0 ? { team_ids } : {}),
    }
    const { invited, rejected } = await inviteAll(integration_id, emails, fields, t)
    const [email] = invited
    if (email)
      toast.success(
        invited.length === 1 ? t('users.invited', { email }) : t('users.invited_n', { n: invited.length }),
      )
    if (rejected.length === 0) {
      setText('')
      setRoleChoice('agent')
      setTeamIds([])
      return setRound(round + 1)
    }
    setText(rejected.map((one) => one.email).join('\n'))
    const errors = rejected.map(({ email: inviteeEmail, why }) =>
      emails.length === 1 ? why : `${inviteeEmail}: ${why}`,
    )
    const message =
      (emails.length === 1 && errors[0]) || t('users.not_invited', { n: rejected.length, all: emails.length })
    throw new Problem('invalid_input', { email: errors }, { message })
  })
  return (
    <Section title={t('users.invite')} description={t('users.invite_text')}>
      <Form
        key={round}
        id="invite"
        labels={{
          email: t('auth.email'),
          role: t('users.role'),
          conversation_access: t('users.conversation_access'),
          team_ids: t('users.groups'),
        }}
        problem={problem}
        onSubmit={({ conversation_access = '' }) => void run(conversation_access)}
        className="gap-4"
      >
        <div className="flex flex-col gap-4 sm:flex-row sm:flex-wrap sm:items-start">
          <Field name="email" isRequired hint={t('users.invite_several')} className="flex-1 sm:min-w-72">
            <Textarea
              rows={1}
              value={text}
              onChange={({ target }) => setText(target.value)}
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className="field-sizing-content max-h-40 min-h-9 py-1.5 touch:min-h-11"
            />
          </Field>
          <Field name="role" className="sm:w-44">
            <Select value={chosen?.value} onChange={({ target }) => setRoleChoice(target.value)}>
              {roleOptions.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          {role === 'agent' && (
            <Field name="conversation_access" className="sm:w-60">
              <Select defaultValue="all">
                {conversationAccessLevels.map((each) => (
                  <option key={each} value={each}>
                    {t(`users.conversation_access_${each}`)}
                  </option>
                ))}
              </Select>
            </Field>
          )}
        </div>
        {teams.length > 0 && (
          <CheckList
            legend={t('users.invite_groups')}
            options={teams.map(({ id, name }) => ({ value: id, label: name }))}
            selected={teamIds}
            onChange={setTeamIds}
            className="flex max-h-40 flex-wrap gap-x-6 gap-y-1.5"
          />
        )}
        <Button type="submit" variant="primary" isBusy={isBusy} className="sm:self-start">
          {t('users.send_invitation')}
        </Button>
      </Form>
    </Section>
  )
}
