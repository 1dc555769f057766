import type { Suggestion } from '@ozvi/contract'

/** What a suggestion is called by. */
export const nameOf = ({ content }: Pick<Suggestion, 'content'>): string =>
  content.kind === 'question' ? content.question : content.title
