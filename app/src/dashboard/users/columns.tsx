import { type Role, type Sees, seesAs, type Team } from '@ozvi/contract'
import type { ReactNode } from 'react'
import type { Translate } from '#platform/i18n/translator.ts'
import type { Column } from '#ui/table.tsx'

/** Role and conversation access of a member or invitation. */
export const roleColumn = <R,>(
  t: Translate,
  personOf: (row: R) => { role: Role; sees: Sees },
): Column<R> => ({
  key: 'role',
  header: t('users.role'),
  cell(row) {
    const person = personOf(row)
    const sees = seesAs(person)
    return (
      <>
        {t(`users.role_${person.role}`)}
        {sees !== 'all' && <span className="block text-sm text-muted">{t(`users.sees_only_${sees}`)}</span>}
      </>
    )
  },
})
/** Teams of a member or invitation; no column without teams. */
export const groupsColumn = <R,>(
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
/** A menu at the end of each row. */
export const actionsColumn = <R,>(t: Translate, cell: (row: R) => ReactNode): Column<R> => ({
  key: 'actions',
  header: t('users.actions'),
  isHeaderHidden: true,
  align: 'end',
  cell,
})
