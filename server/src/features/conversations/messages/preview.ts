import { beginningOf, type Message, plainWords } from '@ozvi/contract'
import { fileNames } from './file-names.ts'

const previewChars = 140

/** The beginning of a text in one line, without the marks of Markdown. */
export const asPreview = (body: string) => beginningOf(plainWords(body), previewChars)

/** What was said, or the names of the files that were sent; empty where there is nothing. */
export const previewOf = (said: Pick<Message, 'body' | 'attachments'> | undefined) =>
  said ? asPreview(said.body) || fileNames(said.attachments) : ''

/** Whose words a row shows. Of the team it is known who; a customer's id would say nothing that the row does not. */
export const authorOf = ({
  author,
  author_id,
}: Pick<Message, 'author'> & { author_id?: string | null | undefined }) => ({
  last_message_author: author,
  last_message_author_id: author === 'member' ? (author_id ?? null) : null,
})
