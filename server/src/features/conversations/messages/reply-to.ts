import type { Db } from '#platform/context/context.ts'
import { refuse } from '#platform/http/refuse.ts'
import { isSaid } from './message-store.ts'
import type { Key } from '../record/store.ts'

/**
 * What a message keeps of the one that it answers to. Its words are not copied: they are changed and deleted with it.
 *
 * @param is_visible whether the customer is to see it, who must be able to see the other one, too
 * @throws Problem `invalid_input` on `reply_to`: no message of this conversation
 */
export async function replyIn(
  db: Db,
  key: Key,
  reply_to: string | null | undefined,
  is_visible: boolean,
): Promise<{ reply_to?: string }> {
  if (!reply_to) return {}
  if (!(await isSaid(db, key, reply_to, is_visible))) throw refuse('reply_to', 'message_absent')
  return { reply_to }
}
