import { beginningOf } from '@ozvi/contract'
import { previewOf } from './preview.ts'

const subjectChars = 80

/** The subject derived from the first message. */
export const subjectOf = (said: Parameters<typeof previewOf>[0] & {}): string =>
  beginningOf((said.body || previewOf(said)).replace(/\s+/g, ' '), subjectChars)
