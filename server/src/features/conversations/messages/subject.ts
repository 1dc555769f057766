import { truncate } from '@ozvi/contract'
import { previewOf } from './preview.ts'

const subjectChars = 80

/** The subject derived from the first message. */
export const subjectOf = (message: Parameters<typeof previewOf>[0] & {}): string =>
  truncate((message.body || previewOf(message)).replace(/\s+/g, ' '), subjectChars)
