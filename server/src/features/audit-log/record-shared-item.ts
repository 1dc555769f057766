import type { Context, Tx } from '#platform/context/context.ts'
import { type Actor, record } from './record.ts'

/** Items members store for the team or for themselves. */
export type SharedItem = 'canned_reply' | 'macro' | 'view' | 'segment'
interface SharedItemRow {
  /** Null if shared with the team. */
  owner_id: string | null
}

/**
 * Records a change of a shared item. Personal items aren't recorded.
 *
 * @param change.before the previous state; undefined if created
 * @param change.after the new state; undefined if deleted
 */
export async function recordSharedItem(
  ctx: Context,
  tx: Tx,
  actor: Actor & { integration_id: string },
  change: {
    item: SharedItem
    subject: string
    before?: SharedItemRow | undefined
    after?: SharedItemRow | undefined
  },
): Promise<void> {
  const { item, subject, before, after } = change
  const wasShared = before?.owner_id === null
  const isShared = after?.owner_id === null
  if (!wasShared && !isShared) return
  const savedAction = wasShared ? 'changed' : 'created'
  const action = isShared ? savedAction : 'deleted'
  await record(ctx, tx, actor, { action: `${item}_${action}`, subject })
}
