import type { ListOf } from '@ozvi/contract'

/** Labels of saved views by list. */
export const listKeys = {
  conversations: 'search.view',
  contacts: 'segments.segment',
} as const satisfies Record<ListOf, string>
