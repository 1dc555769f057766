import { truncate, type Message, toPlainText } from '@ozvi/contract'
import { fileNames } from './file-names.ts'

const previewChars = 140

/** The start of a text on one line, without Markdown. */
export const toPreview = (body: string) => truncate(toPlainText(body), previewChars)

/** The start of the text, or the names of the files; empty if there is nothing. */
export const previewOf = (message: Pick<Message, 'body' | 'attachments'> | undefined) =>
  message ? toPreview(message.body) || fileNames(message.attachments) : ''

/** The author shown in an inbox row. Customers have no id here, since the row already names the contact. */
export const authorOf = ({
  author,
  author_id,
}: Pick<Message, 'author'> & { author_id?: string | null | undefined }) => ({
  last_message_author: author,
  last_message_author_id: author === 'member' ? (author_id ?? null) : null,
})
