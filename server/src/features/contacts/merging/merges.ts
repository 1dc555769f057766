import {
  type ContactChange,
  type ContactMerge,
  contactMerged,
  type Input,
  mergedConversationsMax,
  Problem,
  tagsPerContactMax,
  undoMerge_ms,
  visitorOffline,
  day_ms,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import { findMember, type MemberActor } from '#features/integrations'
import { contactAudience, listContactViewers } from '#features/visibility'
import { findTags } from '#features/tags'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { emailHash } from '../email-hash.ts'
import { sumUpConsents } from '../profile/consent-store.ts'
import { contactFields } from '../profile/fields.ts'
import { markOnline, markOffline } from '../online/online.ts'
import { findOnlineContacts } from '../online/online-store.ts'
import { builtInFields, isExternalIdTaken, type Key } from '../store.ts'
import { emitContact, emitVisibilityChange } from '../emit-contact.ts'
import { recordChange } from '../timeline/timeline.ts'
import {
  blockOf,
  unmergeValues,
  mergeValues,
  type MergedValues,
  changedValues,
  type Row,
} from './merged-values.ts'
import { keepAliases, noteAliases, restoreLinks } from './hubspot-links.ts'
import * as store from './merge-store.ts'

/*
 * Merges two contacts. The source's row is deleted, so that lists, counts, changes, exports and erasure
 * needn't know about merges; its data belongs to the target and records its origin. What happens to each
 * table with a contact:
 *
 * - conversation, page_visit, contact_note, contact_change: moved, and moved back by `origin_id`.
 * - hubspot_contact, hubspot_change, hubspot_alias: moved, see `hubspot-links.ts`.
 * - contact_identity: moved with the browser, so that a signed-in person stays the same visitor.
 * - visitor_token: moved, so that the browser continues as the target; the visitor keeps its id, with its
 * channel, files and conversations. A browser never shows conversations started in another one: a member's
 * word proves nothing, and what was shown can't be revoked.
 * - message.author_id and file.owner_id name the visitor and stay; export and erasure also use `listSourceContacts`.
 * - online_visitor: recomputed from connections.
 * - contact_import_row: stored with the merge and restored, so that undoing an import finds the right
 * contact.
 * - contact_erasure: contacts being erased can't be merged.
 * - bulk_action_item: still names the source; undoing such an action skips missing contacts.
 * - contact_merge: contacts merged into the source move to the target, and back.
 */

const keyOf = (integration_id: string, { id: contact_id }: Pick<Row, 'id'>) => ({
  integration_id,
  contact_id,
})

export async function mergeContact(
  ctx: Context,
  actor: MemberActor,
  { id, contact_id, into_id, drop_external_id }: Input<typeof contract.mergeContact>,
): Promise<ContactMerge> {
  const { integration_id } = actor
  if (contact_id === into_id) throw validationError('into_id', 'merge_contact_itself')
  const done = await ctx.transaction(async (tx) => {
    const rows = await store.lockContacts(tx, integration_id, [contact_id, into_id])
    const first = await store.findMerge(tx, { integration_id, merge_id: id })
    if (first?.source_id === contact_id && (first.inside_id || first.target_id === into_id))
      return { merge: first }
    if (first) throw validationError('id', 'id_reused')
    const [source, target] = [rows.get(contact_id), rows.get(into_id)]
    if (!source || !target) throw new Problem('not_found')
    if (await store.isErasureRunning(tx, keyOf(integration_id, source)))
      throw validationError('contact_id', 'merge_erasing')
    if (await store.isErasureRunning(tx, keyOf(integration_id, target)))
      throw validationError('into_id', 'merge_erasing')
    if (source.external_id && target.external_id && !drop_external_id)
      throw validationError('drop_external_id', 'merge_two_external_ids')
    if ((await store.countConversations(tx, keyOf(integration_id, source))) > mergedConversationsMax)
      throw validationError('contact_id', `merge_conversations:${mergedConversationsMax}`)
    const key = keyOf(integration_id, source)
    const online = await findOnlineContacts(tx, key)
    const audience = await contactAudience(tx, key)
    const merged = await merge(ctx, tx, actor, { integration_id, id, source, target })
    return { merge: merged, online_since: online?.online_since, audience }
  })
  await finishMerge(ctx, done)
  return store.toMerge(done.merge)
}

export interface Merged {
  merge: store.MergeRow
  /** Since when the source was online; undefined if offline. */
  online_since?: string | undefined
  /** Members notified that they went offline. */
  audience?: Awaited<ReturnType<typeof contactAudience>>
}
/** Updates online visitors after the commit. */
export async function finishMerge(ctx: Context, { merge, online_since, audience }: Merged): Promise<void> {
  const { integration_id, source_id: contact_id, target_id } = merge
  const source_key = { integration_id, contact_id }
  if (online_since) ctx.broadcast(visitorOffline, { ...source_key, online_since }, source_key, audience)
  await markOnline(ctx, [
    contact_id,
    ...(await store.listSourceContacts(ctx.db, { integration_id, contact_id: target_id })),
  ])
}

/**
 * Merges two contacts after the person proved to be both.
 *
 * @returns undefined if that isn't allowed: both have an external id, or there is too much to move
 */
export async function mergeVerified(
  ctx: Context,
  tx: Tx,
  { integration_id, source_id, target_id }: { integration_id: string; source_id: string; target_id: string },
): Promise<Merged | undefined> {
  const rows = await store.lockContacts(tx, integration_id, [source_id, target_id])
  const [source, target] = [rows.get(source_id), rows.get(target_id)]
  if (!source || !target || (source.external_id && target.external_id)) return undefined
  const keys = [source, target].map((row) => keyOf(integration_id, row))
  for (const key of keys) if (await store.isErasureRunning(tx, key)) return undefined
  const source_key = keyOf(integration_id, source)
  if ((await store.countConversations(tx, source_key)) > mergedConversationsMax) return undefined
  if (new Set([...source.tag_ids, ...target.tag_ids]).size > tagsPerContactMax) return undefined
  const online = await findOnlineContacts(tx, source_key)
  const audience = await contactAudience(tx, source_key)
  const id = crypto.randomUUID()
  const merged = await merge(ctx, tx, null, { integration_id, id, source, target })
  return { merge: merged, online_since: online?.online_since, audience }
}

/** @param actor null if the person proved to be both */
async function merge(
  ctx: Context,
  tx: Tx,
  actor: MemberActor | null,
  { integration_id, id, source, target }: { integration_id: string; id: string; source: Row; target: Row },
): Promise<store.MergeRow> {
  const after = changedValues(mergeValues(source, target, ctx.now()), target)
  if ((after.tag_ids ?? []).length > tagsPerContactMax)
    throw validationError('into_id', `merge_tags:${tagsPerContactMax}`)
  const before: MergedValues = Object.fromEntries(
    Object.keys(after).map((name) => [name, target[name as keyof Row]]), // from one row
  )
  const import_rows = await store.listImportRows(tx, keyOf(integration_id, source))
  const merge = await store.insertMerge(tx, {
    integration_id,
    id,
    source_id: source.id,
    target_id: target.id,
    name: source.name,
    email: source.email,
    source: JSON.stringify({ row: source, import_rows }),
    filled: JSON.stringify({ before, after }),
    by_name: actor?.name ?? '',
    at: isoNow(ctx),
  })
  if (!merge) throw validationError('id', 'id_reused')
  const source_readers = await visibleTo(tx, keyOf(integration_id, source))
  const hub_ids = await keepAliases(tx, merge, (address) => emailHash(ctx.secrets, address))
  await store.moveOwned(tx, merge)
  await noteAliases(tx, merge, hub_ids)
  await store.deleteContact(tx, keyOf(integration_id, source))
  await store.setColumns(tx, keyOf(integration_id, target), after)
  await store.countVisits(keyOf(integration_id, target)).execute(tx)
  await sumUpConsents(keyOf(integration_id, target)).execute(tx)
  const change = await recordChange(tx, keyOf(integration_id, target), actor, [
    { field: 'merged', label: null, before: null, after: source.name ?? source.email, merge_id: id },
    ...(await changesOf(tx, integration_id, before, after)),
  ])
  await emitMerge(ctx, tx, actor, merge, source_readers)
  return store.updateMerge(tx, { integration_id, merge_id: id }, { change_id: Number(change.id) })
}

/** The timeline entries of values that were filled in. */
async function changesOf(
  tx: Tx,
  integration_id: string,
  before: MergedValues,
  after: MergedValues,
): Promise<ContactChange['changes']> {
  const changes: ContactChange['changes'] = []
  const add = (
    field: string,
    value: ContactChange['changes'][number]['after'],
    label: string | null = null,
  ) => changes.push({ field, label, before: null, after: value })
  for (const field of builtInFields) {
    const value = after[field]
    if (!value) continue
    add(field, field === 'owner_id' ? ((await findMember(tx, integration_id, value))?.name ?? null) : value)
  }
  if (after.tag_ids) {
    const tags = await findTags(tx, integration_id, after.tag_ids)
    add('tags', tags.map(({ name }) => name).join(', '))
  }
  if (after.fields)
    for (const { id, name } of await contactFields.list(tx, integration_id))
      if (after.fields[id] !== undefined && before.fields?.[id] === undefined) add(id, after.fields[id], name)
  return changes
}

/** Members who can receive events about a contact; null: every member. */
const visibleTo = async (tx: Tx, key: Key): Promise<string[] | null> =>
  (await listContactViewers(tx, key))?.visible_to ?? null
/**
 * Emits the merge to the team; a member's action is recorded in the audit log by ids, because names would be
 * personal data.
 */
async function emitMerge(
  ctx: Context,
  tx: Tx,
  actor: MemberActor | null,
  merge: store.MergeRow,
  source_readers: readonly string[] | null,
): Promise<void> {
  const { integration_id, source_id, target_id } = merge
  const is_undone = merge.undone_at !== null
  const event = { integration_id, source_id, target_id, is_undone }
  const target_readers = await visibleTo(tx, { integration_id, contact_id: target_id })
  // Members who can see, or could see, one of the two.
  const only = source_readers && target_readers && [...new Set([...source_readers, ...target_readers])]
  tx.emit(contactMerged, event, event, only ? { only } : undefined)
  for (const contact_id of is_undone ? [target_id, source_id] : [target_id]) {
    await emitContact(tx, { integration_id, contact_id })
    await emitVisibilityChange(tx, { integration_id, contact_id })
  }
  if (!actor) return
  await record(ctx, tx, actor, {
    action: is_undone ? 'contact_unmerged' : 'contact_merged',
    subject: source_id,
    details: { into: target_id },
  })
}

export async function undoContactMerge(
  ctx: Context,
  actor: MemberActor,
  { merge_id }: Input<typeof contract.undoContactMerge>,
): Promise<ContactMerge> {
  const { integration_id } = actor
  const undone = await ctx.transaction(async (tx) => {
    const existing = await store.findMerge(tx, { integration_id, merge_id })
    if (!existing) throw new Problem('not_found')
    const target = (await store.lockContacts(tx, integration_id, [existing.target_id])).get(
      existing.target_id,
    )
    const merge = await store.findMerge(tx, { integration_id, merge_id })
    if (!merge) throw new Problem('not_found')
    if (merge.undone_at) return merge
    if (merge.inside_id || !target) throw validationError('merge_id', 'merge_undo_first')
    const { source, filled } = merge
    if (!source || !filled || ctx.now() - Date.parse(merge.at) > undoMerge_ms)
      throw validationError('merge_id', `merge_undo_late:${undoMerge_ms / day_ms}`)
    if (await store.isErasureRunning(tx, keyOf(integration_id, target)))
      throw validationError('merge_id', 'merge_erasing')
    return undoMerge(ctx, tx, actor, { merge, target, source, filled })
  })
  const { source_id, target_id } = undone
  await markOffline(ctx, target_id)
  await markOnline(ctx, [
    source_id,
    ...(await store.listSourceContacts(ctx.db, { integration_id, contact_id: source_id })),
  ])
  return store.toMerge(undone)
}

interface UndoableMerge {
  merge: store.MergeRow
  target: Row
  source: NonNullable<store.MergeRow['source']>
  filled: NonNullable<store.MergeRow['filled']>
}
async function undoMerge(
  ctx: Context,
  tx: Tx,
  actor: MemberActor,
  { merge, target, source: { row, import_rows }, filled }: UndoableMerge,
): Promise<store.MergeRow> {
  const { integration_id, id: merge_id, source_id, target_id, change_id, name, email } = merge
  const source = { integration_id, contact_id: source_id }
  const into = { integration_id, contact_id: target_id }
  const emptied = changedValues(unmergeValues(target, filled), target)
  await store.setColumns(tx, into, emptied)
  if (row.external_id && (await isExternalIdTaken(tx, source, row.external_id)))
    throw validationError('merge_id', 'merge_undo_external_id')
  const isOwnerHere =
    row.owner_id !== null && (await findMember(tx, integration_id, row.owner_id)) !== undefined
  const isBlockedSince = target.blocked_at !== null && Date.parse(target.blocked_at) > Date.parse(merge.at)
  await store.restoreContact(tx, {
    ...row,
    // Values its own browser has reported since.
    name,
    email,
    owner_id: isOwnerHere ? row.owner_id : null,
    ...(isBlockedSince ? blockOf(target) : {}),
    version: row.version + 1,
  })
  await store.moveBack(tx, merge)
  await restoreLinks(tx, merge)
  await store.insertImportRows(tx, import_rows)
  for (const key of [source, into]) {
    await store.countVisits(key).execute(tx)
    await store.touchLastSeen(key).execute(tx)
    await sumUpConsents(key).execute(tx)
  }
  // Nothing of one contact may stay with the other.
  if (change_id !== null) await store.deleteChange(tx, into, change_id)
  for (const key of [source, into])
    await recordChange(tx, key, actor, [{ field: 'unmerged', label: null, before: null, after: null }])
  const undone = await store.updateMerge(
    tx,
    { integration_id, merge_id },
    { undone_at: isoNow(ctx), source: null, filled: null, name: null, email: null, change_id: null },
  )
  await emitMerge(ctx, tx, actor, undone, await visibleTo(tx, source))
  return undone
}

/** Deletes undo data of merges that can't be undone anymore. Called by the scheduler. */
export async function deleteOldMerges(ctx: Context): Promise<void> {
  await ctx.transaction((tx) =>
    store.deleteUndoDataBefore(tx, new Date(ctx.now() - undoMerge_ms).toISOString()),
  )
}
