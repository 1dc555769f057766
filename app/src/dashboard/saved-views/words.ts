import type { ListOf } from '@ozvi/contract'

/** Labels of saved views by list. */
export const words = {
  conversations: 'finding.view',
  contacts: 'segments.segment',
} as const satisfies Record<ListOf, string>
