import type { Db } from '#platform/context/context.ts'
import { findLastMessage } from './message-changes-store.ts'
import { authorOf, previewOf } from './preview.ts'
import type { Changes, Key } from '../record/store.ts'

/** Returns the last message and its time, for rows whose thread was changed. */
export async function lastMessageSummary(db: Db, key: Key): Promise<{ words: Changes; times: Changes }> {
  const lastMessage = await findLastMessage(db, key)
  const lastVisible = await findLastMessage(db, key, { isVisitor: true })
  return {
    words: {
      last_message_preview: previewOf(lastMessage),
      visitor_preview: previewOf(lastVisible),
      ...(lastMessage ? authorOf(lastMessage) : { last_message_author: null, last_message_author_id: null }),
    },
    times: {
      ...(lastMessage ? { last_message_at: lastMessage.sent_at } : {}),
      ...(lastVisible ? { visitor_message_at: lastVisible.sent_at } : {}),
    },
  }
}
