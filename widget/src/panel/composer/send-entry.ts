import type { VisitorMessage } from '@ozvi/contract'
import { sendVisitorMessage } from '@ozvi/contract/visitors'
import { ApiError, type Call } from '../calls.ts'
import type { OutboxEntry } from './outbox-store.ts'
import type { createUploads } from './uploads.ts'

interface Options {
  call: Call
  uploads: Pick<ReturnType<typeof createUploads>, 'ensure' | 'forget'>
}
/** Uploads the files of an unsent message, then sends it. */
export async function sendEntry(
  { call, uploads }: Options,
  entry: OutboxEntry,
  isAgain = false,
): Promise<VisitorMessage> {
  const { id, conversation_id, body, locale, reply_to, button_id, page, files = [] } = entry
  for (const file of files) await uploads.ensure(file)
  const file_ids = files.map((file) => file.id)
  try {
    return await call(sendVisitorMessage, {
      conversation_id,
      id,
      body,
      locale,
      file_ids,
      ...(reply_to ? { reply_to } : {}),
      ...(button_id ? { button_id } : {}),
      ...(page ? { page } : {}),
    })
  } catch (problem) {
    if (isAgain || !(problem instanceof ApiError && problem.errors['file_ids'])) throw problem
    // Files uploaded long ago may have been deleted; this device still has them.
    for (const file_id of file_ids) uploads.forget(file_id)
    return sendEntry({ call, uploads }, entry, true)
  }
}
