import { type Member, priorities, type Priority } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session/session.tsx'
import type { CommandOption } from '#dashboard/commands'
import { useInbox } from '../layout/inbox-context.ts'
import { useColleagues } from '../people/members.ts'
import { snoozeTimes } from '../snooze/snooze-times.ts'

interface Actions {
  snooze: (until: Date) => void
  /** @param colleague the member with that id, if another one */
  assign: (user_id: string | null, colleague?: Member) => void
  setPriority: (priority: Priority) => void
}
/** Preset times as options of a command. */
export function useTimes(onTime: (time: Date) => void): () => CommandOption[] {
  const t = useT()
  const formats = useFormats()
  return () =>
    snoozeTimes(Date.now()).map(({ name, until }): CommandOption => ({
      label: t(`conversations.snooze_${name}`),
      hint: formats.dateTime(until.toISOString()),
      run: () => onTime(until),
    }))
}
/** Options of commands that need one: a time, an assignee, a priority. */
export function useCommandOptions({ snooze, assign, setPriority }: Actions) {
  const t = useT()
  const user = useUser()
  const { integration } = useInbox()
  const colleagues = useColleagues(integration.id)
  return {
    times: useTimes(snooze),
    /** @param owner_id the contact's owner, who is suggested */
    members: (owner_id?: string | null): CommandOption[] => [
      { label: t('conversations.assign_me'), run: () => assign(user.id) },
      ...colleagues
        .toSorted((a, b) => Number(b.user_id === owner_id) - Number(a.user_id === owner_id))
        .map((colleague) => ({
          label: colleague.name || colleague.email,
          ...(colleague.user_id === owner_id ? { hint: t('conversations.assign_owner') } : {}),
          run: () => assign(colleague.user_id, colleague),
        })),
      { label: t('conversations.assign_nobody'), run: () => assign(null) },
    ],
    priorities: (): CommandOption[] =>
      priorities.toReversed().map((priority) => ({
        label: t(`conversations.priority_${priority}`),
        run: () => setPriority(priority),
      })),
  }
}
