import { type ConversationAccess, effectiveAccess, type Team } from '@ozvi/contract'
import type { ReactNode } from 'react'
import type { Translate } from '#platform/i18n/translator.ts'
import type { Column } from '#ui/table.tsx'
import { type MemberRole, roleLabel } from '../roles/member-role.ts'

/** Role and conversation access of a member or invitation. */
export const roleColumn = <R,>(
  t: Translate,
  memberOf: (row: R) => MemberRole & { conversation_access: ConversationAccess },
): Column<R> => ({
  key: 'role',
  header: t('users.role'),
  isInline: true,
  cell(row) {
    const member = memberOf(row)
    const access = effectiveAccess(member)
    return (
      <>
        {roleLabel(t, member)}
        {access !== 'all' && (
          <span className="block text-sm text-muted">{t(`users.conversation_access_only_${access}`)}</span>
        )}
      </>
    )
  },
})
/** Teams of a member or invitation; no column without teams. */
export const teamsColumn = <R,>(
  t: Translate,
  teams: readonly Team[],
  isOn: (row: R, team: Team) => boolean,
): Column<R>[] =>
  teams.length === 0
    ? []
    : [
        {
          key: 'teams',
          header: t('users.groups'),
          cell: (row) => (
            <span className="text-muted">
              {teams
                .filter((team) => isOn(row, team))
                .map(({ name }) => name)
                .join(', ')}
            </span>
          ),
          isExtra: true,
        },
      ]
/** A menu at the end of each row; on a phone in the corner of its card. */
export const actionsColumn = <R,>(t: Translate, cell: (row: R) => ReactNode): Column<R> => ({
  key: 'actions',
  header: t('users.actions'),
  isHeaderHidden: true,
  align: 'end',
  cell: (row) => (
    <span className="relative z-1 max-sm:absolute max-sm:top-3 max-sm:right-2">{cell(row)}</span>
  ),
})
