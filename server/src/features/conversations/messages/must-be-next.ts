import type { Tx } from '#platform/context/context.ts'
import { refuse } from '#platform/http/refuse.ts'
import { isOutrun } from './message-store.ts'
import type { Key } from '../record/store.ts'

/**
 * So that a customer does not get two answers, however late one of them leaves its writer's device. Where nothing is
 * said of what was seen, or it was seen before a merge, which counts entries anew, nothing is asked.
 *
 * @param seq of the reply itself, where it stands in the thread already
 * @param tx holds the conversation, so no other reply comes in between
 * @throws Problem `invalid_input` on `seen_seq`: somebody else has replied since
 */
export async function mustBeNext(
  tx: Tx,
  key: Key,
  author_id: string,
  { conversation_id, seen_seq }: { conversation_id: string; seen_seq?: number | undefined },
  seq?: number,
) {
  if (seen_seq === undefined || conversation_id !== key.conversation_id) return
  if (seq !== undefined && seq <= seen_seq + 1) return
  const between = { author_id, after_seq: seen_seq, ...(seq === undefined ? {} : { before_seq: seq }) }
  if (await isOutrun(tx, key, between)) throw refuse('seen_seq', 'newer_reply')
}
