import { type Blocked, type ContactChange, type Input, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import type { MemberActor } from '#features/integrations'
import type { Context, Tx } from '#platform/context.ts'
import * as store from './blocking-store.ts'
import type { Key } from './store.ts'
import { tellContact } from './tell-contact.ts'
import { tellChange } from './timeline.ts'

/** As the timeline shows a block that has no end. */
const ever = 'ever'
const linesOf = (before: Blocked | null, after: Blocked | null): ContactChange['changes'] => {
  const until = (block: Blocked | null) => block && (block.until ?? ever)
  const why = (block: Blocked | null) => block?.why || null
  const lines = [{ field: 'blocked', label: null, before: until(before), after: until(after) }]
  return why(after) && why(after) !== why(before)
    ? [...lines, { field: 'blocked_why', label: null, before: null, after: why(after) }]
    : lines
}

/** Whoever blocks, and until when, stands in the person's timeline and in the audit log. */
async function change(
  ctx: Context,
  tx: Tx,
  actor: MemberActor,
  key: Key,
  after: Blocked | null,
): Promise<void> {
  const held = await store.lockBlocked(tx, key, ctx.now())
  if (!held) throw new Problem('not_found')
  if (!held.blocked && !after) return
  await store.setBlocked(tx, key, after)
  await tellChange(tx, key, actor, linesOf(held.blocked, after))
  await tellContact(tx, key)
  await record(ctx, tx, actor, {
    act: after ? 'contact_blocked' : 'contact_unblocked',
    subject: held.name ?? held.email ?? key.contact_id,
    details: after ? { until: after.until ?? ever, ...(after.why ? { why: after.why } : {}) } : {},
  })
}

export function blockContact(
  ctx: Context,
  actor: MemberActor,
  { contact_id, until, why }: Input<typeof contract.blockContact>,
): Promise<Blocked> {
  if (until && Date.parse(until) <= ctx.now()) throw new Problem('invalid_input', { until: ['time_past'] })
  const block = { at: new Date(ctx.now()).toISOString(), until, why, by_name: actor.name }
  return ctx.transaction(async (tx) => {
    await change(ctx, tx, actor, { integration_id: actor.integration_id, contact_id }, block)
    return block
  })
}

export async function unblockContact(
  ctx: Context,
  actor: MemberActor,
  { contact_id }: Input<typeof contract.unblockContact>,
) {
  await ctx.transaction((tx) =>
    change(ctx, tx, actor, { integration_id: actor.integration_id, contact_id }, null),
  )
  return null
}
