import type { Role } from '@ozvi/contract'
import type { ReactNode } from 'react'
import type { Translate } from '#platform/i18n/translator.ts'
import type { Column } from '#ui/table.tsx'

/** The role of a member, or of somebody invited. */
export const roleColumn = <R,>(t: Translate, roleOf: (row: R) => Role): Column<R> => ({
  key: 'role',
  header: t('users.role'),
  cell: (row) => t(`users.role_${roleOf(row)}`),
})
/** A menu at the end of each row. */
export const actionsColumn = <R,>(t: Translate, cell: (row: R) => ReactNode): Column<R> => ({
  key: 'actions',
  header: t('users.actions'),
  isHeaderHidden: true,
  align: 'end',
  cell,
})
