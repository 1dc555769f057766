import type { Suggestion } from '@ozvi/contract'

/** What a suggestion is called by. */
export const nameOf = ({ content }: Suggestion): string => content.title
