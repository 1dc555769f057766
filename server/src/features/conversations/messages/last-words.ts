import type { Db } from '#platform/context/context.ts'
import { lastSaid } from './message-changes-store.ts'
import { authorOf, previewOf } from './preview.ts'
import type { Changes, Key } from '../record/store.ts'

/** Returns the last message and its time, for rows whose thread was changed. */
export async function lastWords(db: Db, key: Key): Promise<{ words: Changes; times: Changes }> {
  const said = await lastSaid(db, key, false)
  const shown = await lastSaid(db, key, true)
  return {
    words: {
      last_message_preview: previewOf(said),
      visitor_preview: previewOf(shown),
      ...(said ? authorOf(said) : { last_message_author: null, last_message_author_id: null }),
    },
    times: {
      ...(said ? { last_message_at: said.sent_at } : {}),
      ...(shown ? { visitor_message_at: shown.sent_at } : {}),
    },
  }
}
