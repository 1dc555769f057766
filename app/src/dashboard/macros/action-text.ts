import type { MacroAction } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#platform/i18n/provider.tsx'
import type { Translate } from '#platform/i18n/translator.ts'
import { useTags } from '#dashboard/tags'
import { usersQuery, useTeams } from '#dashboard/users'

export const snoozeText = (hours: number, t: Translate): string =>
  hours % 24 === 0
    ? t('macros.does_snooze_days', { count: hours / 24 })
    : t('macros.does_snooze_hours', { count: hours })

/** Descriptions of actions. */
export function useActionText(integration_id: string) {
  const t = useT()
  const tags = useTags(integration_id)
  const { data: teams = [] } = useTeams(integration_id)
  const members = useQuery(usersQuery(integration_id)).data?.users
  const tagNames = (ids: readonly string[]) =>
    ids.flatMap((id) => tags.find((tag) => tag.id === id)?.name ?? []).join(', ')
  return (action: MacroAction): string => {
    switch (action.kind) {
      case 'reply':
        return t(action.is_sent ? 'macros.does_reply' : 'macros.does_insert')
      case 'note':
        return t('macros.does_note')
      case 'assignee':
        if (action.assignee_id === null) return t('macros.does_unassign')
        if (action.assignee_id === 'me') return t('macros.does_assign_me')
        return t('macros.does_assign', {
          name: members
            ? (members.find(({ user_id }) => user_id === action.assignee_id)?.name ?? t('macros.member_gone'))
            : '…',
        })
      case 'team':
        return action.team_id === null
          ? t('macros.does_no_team')
          : t('macros.does_team', { name: teams.find(({ id }) => id === action.team_id)?.name ?? '…' })
      case 'tags':
        return [
          action.add.length > 0 &&
            t('macros.does_tag', { count: action.add.length, tags: tagNames(action.add) }),
          action.remove.length > 0 &&
            t('macros.does_untag', { count: action.remove.length, tags: tagNames(action.remove) }),
        ]
          .filter(Boolean)
          .join(', ')
      case 'priority':
        return t('macros.does_priority', { priority: t(`conversations.priority_${action.priority}`) })
      case 'status':
        return t(`macros.does_${action.status}`)
      default:
        return snoozeText(action.hours, t)
    }
  }
}
