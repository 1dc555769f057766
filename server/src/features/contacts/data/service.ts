import { contactErasing, type Erasing, Problem, visitorForgotten } from '@ozvi/contract'
import { record } from '#features/audit-log'
import { listSourceContacts } from '#features/contacts'
import type { MemberActor } from '#features/integrations'
import { audienceFor } from '#features/visibility'
import type { Context, Tx } from '#platform/context/context.ts'
import type { HttpContext } from '#platform/http/guard.ts'
import { lockContacts } from '../merging/merge-store.ts'
import * as store from './erasure-store.ts'
import { eraseJob } from './erase-job.ts'

/** Starts an erasure, or restarts a stalled one. @returns undefined if the contact doesn't exist */
export async function startErasure(
  ctx: Context,
  tx: Tx,
  actor: Parameters<typeof record>[2] & { integration_id: string },
  contact_id: string,
): Promise<Erasing | undefined> {
  const key = { integration_id: actor.integration_id, contact_id }
  // The undo of an import could delete the contact in the meantime.
  await lockContacts(tx, actor.integration_id, [contact_id])
  const inserted = await store.insertErasure(tx, key)
  const erasure = inserted ?? (await store.findErasure(tx, key))
  if (!erasure) return undefined
  const { visible_to, ...erasing } = erasure
  await tx.enqueue(eraseJob, key, { singleton_key: contact_id })
  if (inserted) {
    await store.deleteTokens(tx, key)
    // The subject is the id: a name would be personal data.
    await record(ctx, tx, actor, { action: 'contact_erased', subject: contact_id })
    for (const visitor_id of [contact_id, ...(await listSourceContacts(tx, key))]) {
      tx.emit(visitorForgotten, {}, { visitor_id })
      tx.reauthorize(visitor_id)
    }
    tx.emit(contactErasing, { ...key, erasing }, key, audienceFor({ visible_to }))
  }
  return erasing
}

/**
 * Starts an erasure, or restarts a stalled one; answers 202.
 *
 * @throws Problem `not_found` if the contact doesn't exist or is already erased
 */
export async function eraseContact(
  ctx: Context,
  actor: MemberActor,
  { contact_id }: { contact_id: string },
  { reply }: HttpContext,
): Promise<Erasing> {
  const erasing = await ctx.transaction((tx) => startErasure(ctx, tx, actor, contact_id))
  if (!erasing) throw new Problem('not_found')
  reply.code(202)
  return erasing
}
