import { type Blocked, blockedContactsMax, type ContactChange, type Input, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import type { MemberActor } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import * as store from './blocking-store.ts'
import type { Key } from '../store.ts'
import { emitContact } from '../emit-contact.ts'
import { recordChange } from '../timeline/timeline.ts'

/** Shown in the timeline for a block without an end. */
const ever = 'ever'
const linesOf = (before: Blocked | null, after: Blocked | null): ContactChange['changes'] => {
  const until = (block: Blocked | null) => block && (block.until ?? ever)
  const reason = (block: Blocked | null) => block?.reason || null
  const lines = [{ field: 'blocked', label: null, before: until(before), after: until(after) }]
  return reason(after) && reason(after) !== reason(before)
    ? [...lines, { field: 'blocked_reason', label: null, before: null, after: reason(after) }]
    : lines
}

/** Who changes the block. */
type Actor = Pick<MemberActor, 'integration_id' | 'user_id' | 'name' | 'ip_prefix'>
/**
 * Records who blocks and until when in the contact's timeline and the audit log; the reason in the timeline
 * only.
 */
async function change(ctx: Context, tx: Tx, actor: Actor, key: Key, after: Blocked | null): Promise<void> {
  const blocked = await store.lockBlocked(tx, key, ctx.now())
  if (!blocked) throw new Problem('not_found')
  if (!blocked.blocked && !after) return
  await store.setBlocked(tx, key, after)
  await recordChange(tx, key, actor, linesOf(blocked.blocked, after))
  await emitContact(tx, key)
  await record(ctx, tx, actor, {
    action: after ? 'contact_blocked' : 'contact_unblocked',
    // Audit entries outlive an erased contact, so they contain only the id.
    subject: key.contact_id,
    details: after ? { until: after.until ?? ever } : {},
  })
}

export const listBlockedContacts = (
  ctx: Context,
  actor: MemberActor,
  { search }: Input<typeof contract.listBlockedContacts>,
) => store.listBlocked(ctx.db, actor, { search, now: ctx.now(), limit: blockedContactsMax })

export function blockContact(
  ctx: Context,
  actor: MemberActor,
  { contact_id, until, reason }: Input<typeof contract.blockContact>,
): Promise<Blocked> {
  checkUntil(ctx, until)
  const block = { at: isoNow(ctx), until, reason, by_name: actor.name }
  return ctx.transaction(async (tx) => {
    await change(ctx, tx, actor, { integration_id: actor.integration_id, contact_id }, block)
    return block
  })
}

/** @throws Problem `invalid_input` on `until` if in the past */
export function checkUntil(ctx: Context, until: string | null): void {
  if (until && Date.parse(until) <= ctx.now()) throw validationError('until', 'time_past')
}
/** A block as part of a bulk action. */
type BlockChange = Pick<Blocked, 'until' | 'reason'>
const endOf = ({ until }: Pick<Blocked, 'until'>) => (until ? Date.parse(until) : Number.POSITIVE_INFINITY)

/** @returns their previous block; undefined if already blocked for as long, or deleted */
export async function blockFor(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  contact_id: string,
  { until, reason }: BlockChange,
): Promise<{ blocked: Blocked | null } | undefined> {
  const key = { integration_id: actor.integration_id, contact_id }
  const blocked = await store.lockBlocked(tx, key, ctx.now())
  if (!blocked || (blocked.blocked && endOf(blocked.blocked) >= endOf({ until }))) return undefined
  const at = isoNow(ctx)
  await change(ctx, tx, actor, key, { at, until, reason, by_name: actor.name })
  return { blocked: blocked.blocked }
}
/** @returns whether the previous block was restored; false if someone has changed it since */
export async function restoreBlock(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  contact_id: string,
  { change: done, before }: { change: BlockChange; before: Blocked | null },
): Promise<boolean> {
  const key = { integration_id: actor.integration_id, contact_id }
  const now = (await store.lockBlocked(tx, key, ctx.now()))?.blocked
  if (!now || endOf(now) !== endOf(done) || now.reason !== done.reason || now.by_name !== actor.name)
    return false
  await change(ctx, tx, actor, key, before && endOf(before) > ctx.now() ? before : null)
  return true
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
