import { type Input, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import type { Context } from '#platform/context.ts'
import type { VisitorActor } from './guards.ts'
import * as store from './store.ts'

export async function getContact(
  ctx: Context,
  { integration_id }: MemberActor,
  { contact_id }: { contact_id: string },
) {
  const key = { integration_id, contact_id }
  const [profile, pages] = await Promise.all([
    store.findProfile(ctx.db, key),
    store.listPageVisits(ctx.db, key),
  ])
  if (!profile) throw new Problem('not_found')
  return { ...profile, pages, is_online: ctx.presence.isOccupied(`private-visitor.${contact_id}`) }
}

export async function updateContact(
  ctx: Context,
  actor: MemberActor,
  { contact_id, name, email }: Input<typeof contract.updateContact>,
) {
  const fields = { ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) }
  if (Object.keys(fields).length > 0) {
    const key = { integration_id: actor.integration_id, contact_id }
    const updated = await ctx.transaction((tx) => store.updateContact(tx, key, fields))
    if (!updated) throw new Problem('not_found')
  }
  return getContact(ctx, actor, { contact_id })
}

/** What a visitor says of themselves: helps the team, proves nothing, and joins no other contact's history. */
export function describeVisitor(
  ctx: Context,
  actor: VisitorActor,
  { name, email }: Input<typeof contract.describeVisitor>,
) {
  const fields = { ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) }
  return ctx.transaction(async (tx) => {
    const updated = await store.updateContact(tx, actor, {
      ...fields,
      ...(email ? { kind: 'lead' as const } : {}),
    })
    if (!updated) throw new Problem('not_found')
    return updated
  })
}

export async function recordPageVisit(
  ctx: Context,
  actor: VisitorActor,
  { url, title }: Input<typeof contract.recordPageVisit>,
) {
  const at = new Date(ctx.now()).toISOString()
  await ctx.transaction(async (tx) => {
    await store.insertPageVisit(tx, actor, { url, title }, at)
    await store.touchContact(tx, actor, at, actor.locale)
  })
  return null
}

/** The browser forgets, and so do we: the token opens nothing any more. */
export async function endVisitorSession(ctx: Context, actor: VisitorActor) {
  await ctx.transaction((tx) => store.deleteVisitorToken(tx, actor.token_hash))
  return null
}
