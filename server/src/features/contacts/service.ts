import {
  type ContactChanges,
  type FilterContext,
  type ContactFilterParams,
  type ContactSort,
  type Input,
  isId,
  Problem,
  parseContactFilter,
  type ScenarioSource,
  serializeContactFilter,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import { storeView, viewsOf } from '#features/saved-views'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { isTime, pageOf } from '#platform/http/cursor.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { findBlocked } from './blocking/blocking-store.ts'
import { changeContact } from './profile/change-contact.ts'
import { insertConsent, listConsents } from './profile/consent-store.ts'
import { findHubspotRecord } from './profile/hubspot-record.ts'
import { conditionsOf } from './list/filter-store.ts'
import type { VisitorActor } from './guards.ts'
import { findVerifiedClaims } from './identity/identity-store.ts'
import { findVerification } from './identity/settings-store.ts'
import * as lists from './list/list-store.ts'
import { describeSource, findTarget, listMerges } from './merging/merge-store.ts'
import { emitNavigation } from './online/online.ts'
import { findOnlineContacts } from './online/online-store.ts'
import * as store from './store.ts'
import { fieldSourcesOf, listNewestChanges } from './timeline/field-sources.ts'
import * as visitorStore from './visitors/visitor-store.ts'
import { emitContact } from './emit-contact.ts'

function positionOf(cursor: string | undefined, sort: ContactSort): lists.Position | undefined {
  if (cursor === undefined) return undefined
  const [, of, id = '', value = ''] =
    /^(\w+)\|([0-9a-f-]{36})\|([^\0]+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  // Contacts never seen are at `-infinity`.
  const isValue = sort === 'name' || value === '-infinity' || isTime(value)
  if (of !== sort || !isId(id) || !isValue) throw validationError('cursor', 'cursor_invalid')
  return { id, value }
}

const filterContextOf = (ctx: Context, { user_id }: MemberActor, time_zone: string): FilterContext => ({
  user_id,
  now: ctx.now(),
  time_zone,
})
/** The conditions of a requested list. */
export const contactQueryOf = (
  ctx: Context,
  actor: MemberActor,
  { time_zone, ...filter }: ContactFilterParams & { time_zone: string },
) => conditionsOf(filter, filterContextOf(ctx, actor, time_zone))

/** @returns a page, and the cursor of the next one in the same order */
export async function listContacts(
  ctx: Context,
  actor: MemberActor,
  { cursor, limit, sort, ...query }: Input<typeof contract.listContacts>,
) {
  const rows = await lists.listContacts(ctx.db, actor, {
    conditions: contactQueryOf(ctx, actor, query),
    sort,
    after: positionOf(cursor, sort),
    limit: limit + 1,
  })
  return pageOf(rows, limit, ({ id, place }) => Buffer.from(`${sort}|${id}|${place}`).toString('base64url'))
}

export const countContacts = (
  ctx: Context,
  actor: MemberActor,
  query: Input<typeof contract.countContacts>,
) => lists.countKinds(ctx.db, actor, contactQueryOf(ctx, actor, query))

/* Segments: saved filters of contacts. */

export const saveSegment = (
  ctx: Context,
  actor: MemberActor,
  { filter, ...input }: Input<typeof contract.saveSegment>,
) =>
  storeView(ctx, actor, { ...input, list: 'contacts', view: 'all', filter: serializeContactFilter(filter) })

export async function countSegments(
  ctx: Context,
  actor: MemberActor,
  { time_zone }: Input<typeof contract.countSegments>,
): Promise<Record<string, number>> {
  const segments = (await viewsOf(ctx, actor, 'contacts')).map(({ id, filter }) => ({
    name: id,
    conditions: contactQueryOf(ctx, actor, { ...parseContactFilter(filter), time_zone }),
  }))
  return lists.countLists(ctx.db, actor, segments)
}

export async function getContact(
  ctx: Context,
  actor: MemberActor,
  { contact_id }: { contact_id: string },
): Promise<contract.ContactProfile> {
  const key = { integration_id: actor.integration_id, contact_id }
  const [profile, blocked, online, pages, merges, consents, hubspot, newestChanges] = await Promise.all([
    store.findProfile(ctx.db, key),
    findBlocked(ctx.db, key, ctx.now()),
    findOnlineContacts(ctx.db, key),
    visitorStore.listPageVisits(ctx.db, key),
    listMerges(ctx.db, key),
    listConsents(ctx.db, key),
    findHubspotRecord(ctx, ctx.db, key),
    listNewestChanges(ctx.db, key),
  ])
  if (profile) {
    const field_sources = fieldSourcesOf(profile, newestChanges)
    return { ...profile, blocked, online, pages, merges, consents, hubspot, field_sources }
  }
  const target_id = await findTarget(ctx.db, key)
  if (!target_id) throw new Problem('not_found')
  return getContact(ctx, actor, { contact_id: target_id })
}

/** @throws Problem `invalid_input` as `updateContact` */
export async function createContact(
  ctx: Context,
  actor: MemberActor,
  // The path can have the workspace's public key, which is no value of the contact.
  { id: contact_id, integration_id: _path, ...values }: Input<typeof contract.createContact>,
) {
  const key = { integration_id: actor.integration_id, contact_id }
  await ctx.transaction(async (tx) => {
    if (await store.insertLead(tx, key)) await changeContact(tx, key, actor, values, 'contact.created')
  })
  return getContact(ctx, actor, { contact_id })
}

export async function updateContact(
  ctx: Context,
  actor: MemberActor,
  { contact_id, integration_id: _path, ...changes }: Input<typeof contract.updateContact>,
) {
  const { integration_id } = actor
  await ctx.transaction(async (tx) => {
    if (!(await changeContact(tx, { integration_id, contact_id }, actor, changes)))
      throw new Problem('not_found')
  })
  return getContact(ctx, actor, { contact_id })
}

/** Filters to values that aren't signed. */
async function unverified(
  tx: Tx,
  home: store.Key,
  claimed: { name?: string | undefined; email?: string | undefined },
) {
  const verified = await findVerifiedClaims(tx, home)
  if (!verified?.verified_at) return claimed
  return { name: verified.name ? undefined : claimed.name, email: verified.email ? undefined : claimed.email }
}

/**
 * Stores what a scenario sets, or a contact answered in it: unverified, and never in place of signed values.
 * Replies are emailed to an address that was answered.
 *
 * @throws Problem `invalid_input` by field
 */
export async function saveAnswers(
  ctx: Context,
  tx: Tx,
  { conversation_id, scenario, ...key }: store.Key & { conversation_id: string; scenario: ScenarioSource },
  { name, email, ...answers }: ContactChanges,
): Promise<void> {
  const claimed = await unverified(tx, key, { name: name ?? undefined, email: email ?? undefined })
  const of = { integration_id: key.integration_id, conversation_id }
  // A run saves several answers in one transaction, and the first one locks the contact.
  await visitorStore.lockTokensOf(tx, of)
  await changeContact(
    tx,
    key,
    { scenario },
    {
      ...answers,
      ...(claimed.name ? { name: claimed.name } : {}),
      ...(claimed.email ? { email: claimed.email, kind: 'lead' as const } : {}),
    },
  )
  if (claimed.email) await visitorStore.setClaimedEmailOf(tx, of, claimed.email, isoNow(ctx))
}

/** Stores what a visitor says about themselves: unverified, and never joined with another contact's history. */
export function describeVisitor(
  ctx: Context,
  actor: VisitorActor,
  { claimed_by, ...claimed }: Input<typeof contract.describeVisitor>,
) {
  return ctx.transaction(async (tx) => {
    const needsSignature = (await findVerification(tx, actor.integration_id))?.mode === 'required'
    if (claimed_by === 'page' && needsSignature) throw validationError('identity.mode', 'identity_required')
    const home = await visitorStore.lockHome(tx, actor.token_hash, { changesToken: true })
    const { name, email } = await unverified(tx, home, { ...claimed, name: claimed.name || undefined })
    const updated = await changeContact(tx, home, null, {
      name,
      email,
      ...(email ? { kind: 'lead' as const } : {}),
    })
    if (!updated) throw new Problem('not_found')
    if (email) await visitorStore.setClaimedEmail(tx, actor.token_hash, email, isoNow(ctx))
    const { integration_id, origin_id } = home
    return origin_id
      ? describeSource(tx, { integration_id, contact_id: origin_id }, { name, email })
      : updated
  })
}

export async function recordPageVisit(
  ctx: Context,
  actor: VisitorActor,
  { url, title }: Input<typeof contract.recordPageVisit>,
) {
  const at = isoNow(ctx)
  const home = await ctx.transaction(async (tx) => {
    const home = await visitorStore.lockHome(tx, actor.token_hash)
    await visitorStore.insertPageVisit(tx, home, { url, title }, at)
    await store.touchContact(tx, home, at, actor.locale)
    await emitContact(tx, home)
    return home
  })
  await emitNavigation(ctx, home, { url, title })
  return null
}

/** Signs the browser out: its token stops working. */
export async function endVisitorSession(ctx: Context, actor: VisitorActor) {
  const at = isoNow(ctx)
  await ctx.transaction(async (tx) => {
    const home = await visitorStore.lockHome(tx, actor.token_hash, { changesToken: true })
    await insertConsent(tx, home, { kind: 'ended', at, text: '', url: null })
    await visitorStore.deleteVisitorToken(tx, actor.token_hash)
    await emitContact(tx, home)
    tx.reauthorize(actor.visitor_id)
  })
  return null
}
