import type * as z from 'zod/mini'
import { findConversation, lockConversation } from '#features/conversations'
import { findLiveRun, type startOnRatingJob, type startOnSilenceJob } from '#features/scenarios'
import type { Context, Tx } from '#platform/context/context.ts'
import { startMatching } from './advance.ts'
import * as store from './store.ts'

/*
 * Scenarios that start after a rating, or because no one replies. Afterwards the team gets back a conversation
 * that it had.
 */

/** The conversation if a run can start in it. */
async function findFree(tx: Tx, key: { integration_id: string; conversation_id: string }) {
  if (!(await lockConversation(tx, key))) return undefined
  const row = await findConversation(tx, key)
  return row && row.status !== 'spam' && !(await findLiveRun(tx, key)) ? row : undefined
}
const half = (minutes: number) => minutes * 30_000

/** Starts nothing if there is a later message, or a run has started since. */
export const handleSilence = (
  ctx: Context,
  { seq, side, minutes, ...key }: z.output<typeof startOnSilenceJob.data>,
): Promise<void> =>
  ctx.transaction(async (tx) => {
    const row = await findFree(tx, key)
    const last = await store.findLastMessage(tx, key)
    if (!row || !last || last.seq !== seq) return
    // A teammate's reply leaves the conversation waiting for the customer.
    if (row.status !== 'open' && !(side === 'customer' && row.status === 'waiting')) return
    if (side === 'team' && row.handler !== 'team') return
    // A run of this silence; the one before may have ended with the message.
    const since = new Date(Date.parse(last.sent_at) + half(minutes)).toISOString()
    if (await store.hasStartedSince(tx, key, since)) return
    await startMatching(ctx, tx, key, {
      triggers: [`${side}_silent`],
      event: { kind: 'silence', side, minutes },
      last_seq: await store.findLastSeq(tx, key),
    })
  })

/** Starts nothing if the customer has rated again, or a run has started since. */
export const handleRating = (
  ctx: Context,
  { seq, score, ...key }: z.output<typeof startOnRatingJob.data>,
): Promise<void> =>
  ctx.transaction(async (tx) => {
    const row = await findFree(tx, key)
    if (!row || row.rating !== score || row.rated_at === null) return
    if (await store.hasStartedSince(tx, key, row.rated_at)) return
    await startMatching(ctx, tx, key, {
      triggers: ['rating_received'],
      event: { kind: 'rating', score },
      last_seq: Math.max(seq, await store.findLastSeq(tx, key)),
    })
  })
