import type { Context, Tx } from '#platform/context/context.ts'
import { type Doer, record } from './record.ts'

/** What members keep for the team or for themselves. */
export type KeptThing = 'canned_reply' | 'macro' | 'view' | 'segment'
interface Kept {
  /** Null: the team's. */
  owner_id: string | null
}

/**
 * Writes down what becomes of something of the team's; what somebody keeps for themselves is nobody else's business.
 *
 * @param before as it was; undefined where there was none
 * @param after as it is; undefined where it is gone
 */
export async function recordKept(
  ctx: Context,
  tx: Tx,
  who: Doer & { integration_id: string },
  what: { thing: KeptThing; subject: string; before?: Kept | undefined; after?: Kept | undefined },
): Promise<void> {
  const { thing, subject, before, after } = what
  const was = before?.owner_id === null
  const is = after?.owner_id === null
  if (!was && !is) return
  const act = was && is ? 'changed' : is ? 'created' : 'deleted'
  await record(ctx, tx, who, { act: `${thing}_${act}`, subject })
}
