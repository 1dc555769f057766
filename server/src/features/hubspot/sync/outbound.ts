import type { Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { markCreating, saveCreated } from './created-links.ts'
import type { CrmRecord } from '../crm-record.ts'
import { ourValues, propertiesOf } from './fields.ts'
import { type LedgerEntry, recordChanges } from './ledger.ts'
import { lockChosen } from '../properties/properties-store.ts'
import { type Counts, isRejection, noCounts, type Run, syncRecords } from './records.ts'
import * as store from './sync-store.ts'

type Save = (tx: Tx, counts: Counts) => Promise<boolean>
const emailOf = ({ email }: { email: string | null }) => (email ?? '').toLowerCase()

/** Creates contacts in HubSpot. If the batch is rejected, one by one. */
async function createThere(run: Run, contacts: readonly store.LinkedContact[]) {
  const inputOf = (contact: store.LinkedContact) => {
    const properties = propertiesOf(run.mapping, ourValues(run.mapping, contact))
    const known = Object.entries(properties).filter(([, value]) => value !== '')
    return { ...Object.fromEntries(known), email: emailOf(contact) }
  }
  try {
    return { created: await run.crm.create(contacts.map(inputOf)), rejected: [] }
  } catch (error) {
    if (!isRejection(error)) throw error
  }
  const created: CrmRecord[] = []
  const rejected: store.LinkedContact[] = []
  for (const contact of contacts)
    try {
      created.push(...(await run.crm.create([inputOf(contact)])))
    } catch (error) {
      if (!isRejection(error)) throw error
      rejected.push(contact)
    }
  return { created, rejected }
}

async function createMissing(run: Run, contacts: readonly store.LinkedContact[], save: Save) {
  const { ctx, sync, hub_id, mapping } = run
  const seen = new Set<string>()
  const firsts = contacts.filter((contact) => {
    const isFirst = !seen.has(emailOf(contact))
    seen.add(emailOf(contact))
    return isFirst
  })
  const isReal = sync.kind === 'sync'
  const account = { integration_id: sync.integration_id, hub_id }
  const marks = firsts.map((contact) => ({ contact_id: contact.id, creating_email: emailOf(contact) }))
  const living = isReal ? await markCreating(ctx, account, marks) : undefined
  const missing = firsts.filter(({ id }) => living?.has(id) ?? true)
  const { created, rejected } =
    isReal && missing.length > 0 ? await createThere(run, missing) : { created: [], rejected: [] }
  await ctx.transaction(async (tx) => {
    const { isChanged } = await lockChosen(tx, sync.integration_id, run.chosen)
    const known = await store.lockLiving(
      tx,
      sync.integration_id,
      rejected.map(({ id }) => id),
    )
    const entries: LedgerEntry[] = [...known].map((id) => ({
      hub_id,
      contact_id: id,
      direction: 'out',
      action: 'skipped',
      reason: 'rejected',
    }))
    for (const record of created) {
      const contact = missing.find(
        (each) => emailOf(each) === (record.properties['email'] ?? '').toLowerCase(),
      )
      if (!contact) continue
      const ours = ourValues(mapping, contact)
      const base = Object.fromEntries(
        Object.entries(ours).map(([field, value]): [string, [string, string]] => [field, [value, value]]),
      )
      const contact_id = await saveCreated(tx, {
        ...account,
        contact_id: contact.id,
        hubspot_id: record.id,
        base,
        contact_version: contact.version,
        // Only the mapped properties were sent, and HubSpot may have set others.
        is_outdated: isChanged || run.chosen.length > 0,
      })
      if (contact_id) entries.push({ hub_id, contact_id, direction: 'out', action: 'created', after: ours })
    }
    await recordChanges(tx, sync.integration_id, entries, isoNow(ctx))
    const counts = {
      ...noCounts,
      compared: contacts.length,
      created_out: isReal ? created.length : missing.length,
      skipped: contacts.length - missing.length + rejected.length,
    }
    if (!(await save(tx, counts))) tx.rollBack()
  })
}

/** Contacts that were deleted in HubSpot stay here and aren't created there again. */
async function keepDeleted(run: Run, contacts: readonly store.LinkedContact[], save: Save) {
  const { ctx, sync, hub_id } = run
  await ctx.transaction(async (tx) => {
    const entries: LedgerEntry[] = []
    const living = await store.lockLiving(
      tx,
      sync.integration_id,
      contacts.map(({ id }) => id),
    )
    for (const { id, hubspot_id, base, version } of contacts) {
      if (!living.has(id)) continue
      await store.saveLink(tx, {
        integration_id: sync.integration_id,
        hub_id,
        contact_id: id,
        hubspot_id,
        base: base ?? {},
        contact_version: version,
        properties: {},
        ended_as: 'deleted',
      })
      entries.push({
        hub_id,
        contact_id: id,
        direction: 'out',
        action: 'skipped',
        reason: 'deleted_in_hubspot',
      })
    }
    await recordChanges(tx, sync.integration_id, entries, isoNow(ctx))
    if (!(await save(tx, { ...noCounts, skipped: contacts.length }))) tx.rollBack()
  })
}

/** Sends contacts that HubSpot doesn't have, or that were changed here. A dry run has counted the latter. */
export async function syncContacts(
  run: Run,
  contacts: readonly store.LinkedContact[],
  properties: string[],
  save: Save,
): Promise<void> {
  const { crm, sync } = run
  const linked = contacts.filter(({ hubspot_id }) => hubspot_id !== null)
  const unlinked = contacts.filter(({ hubspot_id }) => hubspot_id === null)
  if (sync.kind === 'sync' && linked.length > 0) {
    const found = await crm.read(
      linked.flatMap(({ hubspot_id }) => hubspot_id ?? []),
      properties,
    )
    await syncRecords(run, found, save)
    const deleted = linked.filter(({ hubspot_id }) => !found.some(({ id }) => id === hubspot_id))
    if (deleted.length > 0) await keepDeleted(run, deleted, save)
  }
  if (unlinked.length === 0) return
  // The address of a contact may have changed while it was being created.
  const addressesOf = (contact: store.LinkedContact) => [emailOf(contact), contact.creating_email ?? '']
  const emails = [...new Set(unlinked.flatMap(addressesOf).filter(Boolean))]
  const known = await crm.read(emails, properties, 'email')
  const knownEmails = new Set(known.map((record) => (record.properties['email'] ?? '').toLowerCase()))
  if (sync.kind === 'sync' && known.length > 0) await syncRecords(run, known, save)
  const missing = unlinked.filter((contact) => !addressesOf(contact).some((email) => knownEmails.has(email)))
  if (missing.length > 0) await createMissing(run, missing, save)
}
