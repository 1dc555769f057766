import { isDeepStrictEqual } from 'node:util'
import { type ChosenHubspotProperty, type HubspotMapping, Problem } from '@ozvi/contract'
import { changeContact, emitContact } from '#features/contacts'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { HubspotError } from '../client.ts'
import { findErasedCreations } from './created-links.ts'
import type { Crm } from '../crm.ts'
import type { CrmRecord } from '../crm-record.ts'
import {
  changesOf,
  type Lookups,
  type NameParts,
  ourBase,
  ourValues,
  propertiesOf,
  splitName,
  theirValues,
} from './fields.ts'
import { type LedgerEntry, recordChanges } from './ledger.ts'
import { withCompanies } from './lookups.ts'
import { merge, type Merged } from './merge.ts'
import { chosenValues } from '../properties/properties.ts'
import { lockChosen } from '../properties/properties-store.ts'
import * as ignored from './ignored-records-store.ts'
import * as store from './sync-store.ts'

export interface Run {
  ctx: Context
  crm: Crm
  sync: Pick<store.RunningSync, 'integration_id' | 'kind' | 'since'>
  hub_id: string
  mapping: HubspotMapping[]
  /** Properties shown with contacts. */
  chosen: ChosenHubspotProperty[]
  /** Requested once, by the first page of contacts. */
  lookups: () => Promise<Lookups>
}
/** A run with the companies of one page. */
interface PageRun extends Omit<Run, 'lookups'> {
  lookups: Lookups
}
interface WriteRun extends PageRun {
  /** Whether other properties were chosen since the run started, so that the values have to be read again. */
  isOutdated: boolean
}
export const noCounts = {
  compared: 0,
  created_in: 0,
  updated_in: 0,
  created_out: 0,
  updated_out: 0,
  conflicts: 0,
  skipped: 0,
}
export type Counts = typeof noCounts

interface Pair {
  record: CrmRecord
  contact: store.LinkedContact
  names: NameParts
  merged: Merged
  ours: Record<string, string>
  theirs: Record<string, string>
  isRejected?: boolean
}
interface Plan {
  pairs: Pair[]
  created: CrmRecord[]
  /** Contacts whose address is that of a contact in HubSpot, but isn't verified. */
  unverified: string[]
  /** Records of contacts that were erased while they were being created there. */
  erased: string[]
}

const emailOf = ({ properties }: CrmRecord) => (properties['email'] ?? '').toLowerCase()

/** Matches records by HubSpot's id, then by a verified address. */
async function planRecords(run: PageRun, records: readonly CrmRecord[]): Promise<Plan> {
  const { ctx, hub_id, mapping, lookups } = run
  const account = { integration_id: run.sync.integration_id, hub_id }
  const linked = await store.findByHubspotIds(
    ctx.db,
    account,
    records.map(({ id }) => id),
  )
  const byId = new Map(linked.map((contact) => [contact.hubspot_id, contact]))
  const unlinkedRecords = records.filter(({ id }) => !byId.has(id))
  const candidates = await store.findByEmails(ctx.db, account, unlinkedRecords.map(emailOf).filter(Boolean))
  const unlinked = candidates.filter(({ hubspot_id }) => hubspot_id === null)
  const unlinkedIds = unlinkedRecords.map(({ id }) => id)
  const erased = await ignored.listErased(ctx.db, account, unlinkedIds)
  const aliases = await ignored.listAliases(ctx.db, account, unlinkedIds)
  const erasedCreations = await findErasedCreations(ctx, ctx.db, account, unlinkedRecords)
  const plan: Plan = { pairs: [], created: [], unverified: [], erased: [] }
  for (const record of records) {
    if (aliases.has(record.id)) continue
    const sameEmail = unlinked.filter(({ email }) => email?.toLowerCase() === emailOf(record))
    // If the process ended before it stored the id of a contact that it created, this is that contact.
    const contact =
      byId.get(record.id) ??
      unlinked.find(({ creating_email }) => creating_email === emailOf(record)) ??
      sameEmail.find(({ is_trusted }) => is_trusted)
    // HubSpot can return an erased record for a while.
    if (contact?.ended_as === 'erased' || (!contact && erased.has(record.id))) continue
    if (contact) {
      const theirs = theirValues(mapping, record, lookups)
      const names = splitName(contact, [ourBase(contact.base), theirs])
      const ours = ourValues(mapping, contact, names)
      const isOursNewer = (contact.changed_at ?? '') > record.updated_at
      const merged = merge(mapping, ours, theirs, contact.base ?? {}, isOursNewer)
      plan.pairs.push({ record, contact, names, merged, ours, theirs })
    } else if (erasedCreations.has(record.id)) plan.erased.push(record.id)
    else if (sameEmail[0]) plan.unverified.push(sameEmail[0].id)
    else if (!candidates.some(({ email }) => email?.toLowerCase() === emailOf(record)))
      plan.created.push(record)
  }
  return plan
}

/** Writes to HubSpot. If the batch is rejected, one by one, so that one invalid value stops only its contact. */
async function writeOut({ crm, mapping }: PageRun, pairs: Pair[]): Promise<void> {
  const outgoing = pairs.filter(({ merged }) => Object.keys(merged.to_theirs).length > 0)
  const inputOf = ({ record, merged }: Pair) => ({
    id: record.id,
    properties: propertiesOf(mapping, merged.to_theirs),
  })
  if (outgoing.length === 0) return
  try {
    await crm.update(outgoing.map(inputOf))
  } catch (error) {
    if (!isRejection(error)) throw error
    for (const pair of outgoing)
      try {
        await crm.update([inputOf(pair)])
      } catch (rejection) {
        if (!isRejection(rejection)) throw rejection
        pair.isRejected = true
      }
  }
}
export const isRejection = (error: unknown) =>
  error instanceof HubspotError && (error.failure === 'rejected' || error.failure === 'conflict')

const actor = { user_id: '00000000-0000-0000-0000-000000000000', name: 'HubSpot' }

/** Removes values that a contact doesn't accept. */
async function change(tx: Tx, key: { integration_id: string; contact_id: string }, changes: object) {
  try {
    await changeContact(tx, key, actor, changes)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const fields = Object.keys(error.errors ?? {})
    const accepted = Object.fromEntries(
      Object.entries(changes).filter(([name]) => name !== 'fields' && !fields.includes(name)),
    )
    await changeContact(tx, key, actor, accepted)
  }
}

/** Writes one pair. @returns false if the contact was changed since it was read; the next run compares it */
async function writePair(tx: Tx, run: WriteRun, pair: Pair, entries: LedgerEntry[]): Promise<boolean> {
  const { integration_id } = run.sync
  const { contact, record, merged, ours, theirs } = pair
  const key = { integration_id, contact_id: contact.id }
  const version = await store.lockVersion(tx, integration_id, contact.id)
  if (version !== contact.version) return false
  const entry = { hub_id: run.hub_id, contact_id: contact.id, conflicts: merged.conflicts }
  const before = (values: Record<string, string>, changed: Record<string, string>) =>
    Object.fromEntries(Object.keys(changed).map((field) => [field, values[field] ?? '']))
  if (Object.keys(merged.to_ours).length > 0) {
    await change(tx, key, changesOf(merged.to_ours, pair.names, run.lookups))
    entries.push({
      ...entry,
      direction: 'in',
      action: 'updated',
      before: before(ours, merged.to_ours),
      after: merged.to_ours,
    })
  }
  if (Object.keys(merged.to_theirs).length > 0) {
    const changed = { before: before(theirs, merged.to_theirs), after: merged.to_theirs }
    entries.push({
      ...entry,
      direction: 'out',
      ...(pair.isRejected ? { action: 'skipped', reason: 'rejected' } : { action: 'updated' }),
      ...changed,
    })
  }
  const properties = chosenValues(run.chosen, record)
  await store.saveLink(tx, {
    integration_id,
    hub_id: run.hub_id,
    contact_id: contact.id,
    hubspot_id: record.id,
    base: merged.base,
    properties,
    is_outdated: run.isOutdated,
    contact_version: (await store.lockVersion(tx, integration_id, contact.id)) ?? version,
  })
  if (!isDeepStrictEqual(contact.properties ?? {}, properties)) await emitContact(tx, key)
  return true
}

async function createContacts(tx: Tx, run: WriteRun, records: readonly CrmRecord[], entries: LedgerEntry[]) {
  const { integration_id } = run.sync
  const { mapping, lookups, hub_id } = run
  const incoming = mapping.filter(({ direction }) => direction !== 'out')
  const created = records.map((record) => {
    const theirs = theirValues(incoming, record, lookups)
    const { fields, ...changes } = changesOf(theirs, ['', ''], lookups)
    const known = Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== null))
    return { id: crypto.randomUUID(), record, theirs, changes, fields: JSON.stringify(known) }
  })
  await store.insertContacts(
    tx,
    created.map(({ id, changes, fields }) => ({
      name: changes.name ?? null,
      email: changes.email ?? null,
      phone: changes.phone ?? null,
      company: changes.company ?? null,
      city: changes.city ?? null,
      owner_id: changes.owner_id ?? null,
      fields,
      integration_id,
      id,
      kind: 'lead' as const,
      locale: null,
      first_seen_at: null,
      last_seen_at: null,
    })),
  )
  for (const { id, record, theirs } of created) {
    const base = Object.fromEntries(
      mapping.map(({ field }): [string, [string, string]] => [
        field,
        [theirs[field] ?? '', theirs[field] ?? ''],
      ]),
    )
    const properties = chosenValues(run.chosen, record)
    const link = { integration_id, hub_id, contact_id: id, hubspot_id: record.id, base, properties }
    await store.saveLink(tx, { ...link, is_outdated: run.isOutdated, contact_version: 1 })
    entries.push({ hub_id, contact_id: id, direction: 'in', action: 'created', after: theirs })
  }
}

/** Syncs contacts of HubSpot with those of the workspace, in both directions. */
export async function syncRecords(
  syncRun: Run,
  records: readonly CrmRecord[],
  save: (tx: Tx, counts: Counts) => Promise<boolean>,
): Promise<void> {
  const { ctx, sync } = syncRun
  const run = { ...syncRun, lookups: await withCompanies(await syncRun.lookups(), syncRun.crm, records) }
  const plan = await planRecords(run, records)
  const isReal = sync.kind === 'sync'
  if (isReal) await writeOut(run, plan.pairs)
  await ctx.transaction(async (tx) => {
    const { isChanged } = await lockChosen(tx, sync.integration_id, run.chosen)
    const writing = { ...run, isOutdated: isChanged }
    const entries: LedgerEntry[] = []
    const counts = { ...noCounts, compared: records.length }
    counts.created_in = plan.created.length
    counts.skipped = plan.unverified.length
    for (const pair of plan.pairs) {
      const isWritten = !isReal || (await writePair(tx, writing, pair, entries))
      if (!isWritten) continue
      if (pair.merged.conflicts.length > 0) counts.conflicts++
      if (Object.keys(pair.merged.to_ours).length > 0) counts.updated_in++
      if (pair.isRejected) counts.skipped++
      else if (Object.keys(pair.merged.to_theirs).length > 0) counts.updated_out++
    }
    if (isReal) {
      await createContacts(tx, writing, plan.created, entries)
      await ignored.insertErased(tx, { integration_id: sync.integration_id, hub_id: run.hub_id }, plan.erased)
      // Reported once, not by every run of the automatic sync.
      for (const contact_id of sync.since ? [] : plan.unverified)
        entries.push({
          hub_id: run.hub_id,
          contact_id,
          direction: 'in',
          action: 'skipped',
          reason: 'email_unverified',
        })
      await recordChanges(tx, sync.integration_id, entries, isoNow(ctx))
    }
    if (!(await save(tx, counts))) tx.rollBack()
  })
}
