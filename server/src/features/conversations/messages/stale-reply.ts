import type { Tx } from '#platform/context/context.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { hasNewerReply } from './message-store.ts'
import type { Key } from '../record/store.ts'

/**
 * Prevents two replies to the same customer message. Skipped when `seen_seq` is absent or older than a merge,
 * which renumbers entries.
 *
 * @param seq of the reply itself, if it is already in the thread
 * @param tx holds the conversation's lock, so no other reply can come in between
 * @throws Problem `invalid_input` on `seen_seq` if a teammate has replied since
 */
export async function assertNoNewerReply(
  tx: Tx,
  key: Key,
  author_id: string,
  { conversation_id, seen_seq }: { conversation_id: string; seen_seq?: number | undefined },
  seq?: number,
) {
  if (seen_seq === undefined || conversation_id !== key.conversation_id) return
  if (seq !== undefined && seq <= seen_seq + 1) return
  const between = { author_id, after_seq: seen_seq, ...(seq === undefined ? {} : { before_seq: seq }) }
  if (await hasNewerReply(tx, key, between)) throw validationError('seen_seq', 'newer_reply')
}
