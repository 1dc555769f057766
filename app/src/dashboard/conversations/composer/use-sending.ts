import type { InboxRow } from '@ozvi/contract'
import type { useAttachedFiles } from '#dashboard/files'
import { useInbox } from '../layout/inbox-context.ts'
import { replyTargetIn, setReplyTarget } from '../quoting/reply-target.ts'
import type { Mode } from './drafts.ts'
import type { useReplyCollision } from './reply-collision.ts'

interface Writing {
  row: InboxRow
  mode: Mode
  text: string
  isReady: boolean
  collision: ReturnType<typeof useReplyCollision>
  /** Removes the attached files from the composer. */
  take: ReturnType<typeof useAttachedFiles>['take']
  /** Empties the composer. */
  clear: () => void
  /** Called when the sent message was acknowledged. */
  onResolve: () => void
}

/** Queues the composer's message and files in the outbox. */
export function useSending({ row, mode, text, isReady, collision, take, clear, onResolve }: Writing) {
  const { outbox } = useInbox()
  const isNote = mode === 'note'
  /**
   * @param at when to send; now if absent
   * @returns whether it was sent; false if held, rejected or undone
   */
  async function send(at?: Date): Promise<boolean> {
    if (!isReady) return false
    if (!isNote && !at && collision.check()) return false
    const id = crypto.randomUUID()
    const reply_to = replyTargetIn(row.id, mode)?.id
    const added = outbox.add({
      id,
      conversation_id: row.id,
      kind: mode,
      body: text.trim(),
      files: take(),
      ...(at && !isNote ? { send_at: at.toISOString() } : {}),
      ...(isNote || at ? {} : collision.seen()),
      ...(reply_to ? { reply_to } : {}),
    })
    if (reply_to) setReplyTarget(row.id, null)
    clear()
    await added
    return outbox.leaving(id)
  }
  return { send, sendAndResolve: async () => (await send()) && onResolve() }
}
