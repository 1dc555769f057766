import type { ListOf } from '@ozvi/contract'

/** What a kept list is called where it is a list of these. */
export const words = {
  conversations: 'finding.view',
  contacts: 'segments.segment',
} as const satisfies Record<ListOf, string>
