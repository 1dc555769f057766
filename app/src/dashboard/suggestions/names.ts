import type { Suggestion } from '@ozvi/contract'

/** The title of a suggestion. */
export const nameOf = ({ content }: Pick<Suggestion, 'content'>): string =>
  content.kind === 'question' ? content.question : content.title
