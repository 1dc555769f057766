import { beginningOf } from '@ozvi/contract'
import { previewOf } from './preview.ts'

const subjectChars = 80

/** What a conversation is called by what was said first in it. */
export const subjectOf = (said: Parameters<typeof previewOf>[0] & {}): string =>
  beginningOf((said.body || previewOf(said)).replace(/\s+/g, ' '), subjectChars)
