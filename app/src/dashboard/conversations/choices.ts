import { type InboxRow, Priority } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session.ts'
import type { Choice } from '#dashboard/commands'
import type { ConversationActions } from './actions.ts'
import { useInbox } from './inbox-context.ts'
import { useColleagues } from './members.ts'
import { snoozeTimes } from './snooze-times.ts'

/** What the command bar offers where an action needs one thing more: until when, to whom, how urgent. */
export function useChoices(row: InboxRow, actions: ConversationActions) {
  const t = useT()
  const formats = useFormats()
  const user = useUser()
  const { integration } = useInbox()
  const colleagues = useColleagues(integration.id)
  const snooze = (): Choice[] => [
    ...(row.status === 'snoozed'
      ? [{ label: t('conversations.wake'), run: () => void actions.setStatus(row, 'open') }]
      : []),
    ...snoozeTimes(Date.now()).map(({ name, until }) => ({
      label: t(`conversations.snooze_${name}`),
      note: formats.dateTime(until.toISOString()),
      run: () => void actions.snooze(row, until),
    })),
  ]
  const assign = (): Choice[] => [
    { label: t('conversations.assign_me'), run: () => void actions.assign(row, user.id, '') },
    ...colleagues.map(({ user_id, name, email }) => ({
      label: name || email,
      run: () => void actions.assign(row, user_id, name),
    })),
    { label: t('conversations.assign_nobody'), run: () => void actions.assign(row, null, '') },
  ]
  const priority = (): Choice[] =>
    Priority.options.toReversed().map((value) => ({
      label: t(`conversations.priority_${value}`),
      run: () => void actions.setPriority(row, value),
    }))
  return { snooze: { choices: snooze }, assign: { choices: assign }, priority: { choices: priority } }
}
