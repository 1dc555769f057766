import type { Message } from '@ozvi/contract'
import { fileNames } from './file-names.ts'

const previewChars = 140

/** The beginning of a text in one line, without the marks of Markdown. */
export const asPreview = (body: string) =>
  body
    .replace(/\s+/g, ' ')
    .replace(/[*_`#>[\]]/g, '')
    .trim()
    .slice(0, previewChars)

/** What was said, or the names of the files that were sent; empty where there is nothing. */
export const previewOf = (said: Pick<Message, 'body' | 'attachments'> | undefined) =>
  said ? asPreview(said.body) || fileNames(said.attachments) : ''
