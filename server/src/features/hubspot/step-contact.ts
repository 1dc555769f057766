import type { HubspotMapping } from '@ozvi/contract'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { HubspotError } from './client.ts'
import { markCreating, saveCreated } from './sync/created-links.ts'
import type { Crm } from './crm.ts'
import { ourValues, propertiesOf } from './sync/fields.ts'
import { syncJob } from './jobs.ts'
import { type LedgerEntry, recordChanges } from './sync/ledger.ts'
import { listChosen, markContactOutdated } from './properties/properties-store.ts'
import { isRejection } from './sync/records.ts'
import type { Account } from './store.ts'
import * as ignored from './sync/ignored-records-store.ts'
import * as store from './sync/sync-store.ts'
import { asWritten } from './properties/written-properties.ts'

/** What a step of a scenario works with. */
export interface StepRun {
  ctx: Context
  crm: Crm
  account: Account
  mapping: readonly HubspotMapping[]
}
type Properties = Record<string, string>
type Contact = store.LinkedContact & { email: string }

const emailOf = ({ email }: Contact) => email.toLowerCase()

/** A link without values of an earlier sync, so the next sync compares the contact. */
const linkOf = ({ account }: StepRun, contact_id: string, hubspot_id: string) => ({
  ...account,
  contact_id,
  hubspot_id,
  base: {},
  contact_version: 0,
})

const writeEntry = (tx: Tx, { ctx, account }: StepRun, entry: Omit<LedgerEntry, 'hub_id' | 'direction'>) =>
  recordChanges(
    tx,
    account.integration_id,
    [{ hub_id: account.hub_id, direction: 'out', ...entry }],
    isoNow(ctx),
  )

/** Has the shown values read again. HubSpot may derive some of them from what was set. */
async function refresh(tx: Tx, { account }: StepRun, contact_id: string): Promise<void> {
  const { integration_id } = account
  if ((await listChosen(tx, integration_id)).length === 0) return
  await markContactOutdated(tx, account, contact_id)
  await tx.enqueue(syncJob, { integration_id }, { singleton_key: integration_id })
}

/**
 * Creates the contact there. A repeated run recognizes it by the mark that is saved before.
 *
 * @returns undefined if the contact was merged or erased in the meantime
 */
async function create(run: StepRun, contact: Contact, properties: Properties): Promise<string | undefined> {
  const { ctx, crm, mapping } = run
  const known = Object.entries({ ...propertiesOf(mapping, ourValues(mapping, contact)), ...properties })
  const input = { ...Object.fromEntries(known.filter(([, value]) => value !== '')), email: emailOf(contact) }
  const mark = { contact_id: contact.id, creating_email: emailOf(contact) }
  const living = await markCreating(ctx, run.account, [mark])
  if (living.size === 0) return undefined
  let created
  try {
    ;[created] = await crm.create([input])
  } catch (error) {
    // Another request created it in the meantime: the next attempt finds it.
    if (error instanceof HubspotError && error.failure === 'conflict')
      throw new HubspotError('unavailable', error.message)
    if (isRejection(error))
      await ctx.transaction((tx) => store.deleteUnfinishedLink(tx, run.account, contact.id))
    throw error
  }
  const hubspot_id = created?.id
  if (!hubspot_id) throw new HubspotError('unavailable', 'no contact was returned')
  return ctx.transaction(async (tx) => {
    const contact_id = await saveCreated(tx, linkOf(run, contact.id, hubspot_id))
    if (!contact_id) return undefined
    await writeEntry(tx, run, { contact_id, action: 'created', after: asWritten(input) })
    await refresh(tx, run, contact_id)
    return hubspot_id
  })
}

/**
 * The record with the contact's address, or a new one. As in a sync, an address that a visitor only typed never
 * matches an existing record.
 *
 * @returns undefined if the address belongs to a record that the contact may not be linked with
 */
async function match(
  run: StepRun,
  contact: Contact,
  properties: Properties,
): Promise<{ hubspot_id: string; isNew: boolean } | undefined> {
  const { ctx, crm, account } = run
  const { creating_email } = contact
  const read = (email: string) => crm.read([email], ['email'], 'email')
  // An earlier attempt may have created it, with the address that the contact had then.
  const [created] = creating_email === null ? [] : await read(creating_email)
  const [found] = created ? [created] : await read(emailOf(contact))
  if (!found) {
    const hubspot_id = await create(run, contact, properties)
    return hubspot_id === undefined ? undefined : { hubspot_id, isNew: true }
  }
  const [holder] = await store.findByHubspotIds(ctx.db, account, [found.id])
  const aliases = await ignored.listAliases(ctx.db, account, [found.id])
  const isTaken = aliases.size > 0 || (holder !== undefined && holder.id !== contact.id)
  if (isTaken || !(created || contact.is_trusted)) return undefined
  const contact_id = await ctx.transaction((tx) => saveCreated(tx, linkOf(run, contact.id, found.id)))
  return contact_id === contact.id ? { hubspot_id: found.id, isNew: false } : undefined
}

/** Sets properties of a record, and notes the values before. */
async function update(run: StepRun, contact_id: string, id: string, properties: Properties) {
  const { ctx, crm } = run
  const names = Object.keys(properties)
  const [record] = await crm.read([id], names)
  if (!record) throw new HubspotError('rejected', 'the contact was deleted')
  const changed = names.filter((name) => (record.properties[name] ?? '') !== properties[name])
  if (changed.length === 0) return
  const pick = (values: Properties) => Object.fromEntries(changed.map((name) => [name, values[name] ?? '']))
  await crm.update([{ id: record.id, properties: pick(properties) }])
  await ctx.transaction(async (tx) => {
    const [before, after] = [asWritten(pick(record.properties)), asWritten(pick(properties))]
    await writeEntry(tx, run, { contact_id, action: 'updated', before, after })
    await refresh(tx, run, contact_id)
  })
}

/**
 * Finds or creates the record of a contact and sets its properties.
 *
 * @returns its id; undefined if the contact has no record and can't get one
 * @throws HubspotError
 */
export async function writeContact(
  run: StepRun,
  contact_id: string,
  properties: Properties,
): Promise<string | undefined> {
  const contact = await store.findLinked(run.ctx.db, run.account, contact_id)
  if (!contact || contact.ended_as) return undefined
  const { email, hubspot_id } = contact
  const matched = hubspot_id
    ? { hubspot_id, isNew: false }
    : email
      ? await match(run, { ...contact, email }, properties)
      : undefined
  if (matched && !matched.isNew && Object.keys(properties).length > 0)
    await update(run, contact_id, matched.hubspot_id, properties)
  return matched?.hubspot_id
}
