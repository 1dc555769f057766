import { minute_ms } from '@ozvi/contract'
import { emailHash, findTarget } from '#features/contacts'
import type { Context, Db, Tx } from '#platform/context/context.ts'
import type { CrmRecord } from '../crm-record.ts'
import type { Account } from '../store.ts'
import * as ignored from './ignored-records-store.ts'
import * as store from './sync-store.ts'

/* Contacts that are merged or erased here while they are being created in HubSpot. */

/** Tolerance for the difference between HubSpot's clock and ours, and for the time that a request takes. */
const creating_max_ms = 10 * minute_ms

interface Creating {
  contact_id: string
  creating_email: string
}
/**
 * Notes that contacts are being created, so that a repeated run recognizes them.
 *
 * @returns the ids of those that weren't erased in the meantime
 */
export const markCreating = (ctx: Context, account: Account, contacts: readonly Creating[]) =>
  ctx.transaction(async (tx) => {
    const ids = contacts.map(({ contact_id }) => contact_id)
    const living = await store.lockLiving(tx, account.integration_id, ids)
    for (const contact of contacts)
      if (living.has(contact.contact_id))
        await store.saveLink(tx, { ...account, ...contact, hubspot_id: null, base: {}, contact_version: 0 })
    return living
  })

/**
 * Links a new record with its contact. If the contact was merged in the meantime, the record belongs to the one that it
 * was merged into; if it was erased, syncs ignore the record.
 *
 * @returns the id of the contact that is linked with it
 */
export async function saveCreated(
  tx: Tx,
  link: Parameters<typeof store.saveLink>[1] & { hubspot_id: string },
): Promise<string | undefined> {
  const { integration_id, hub_id, contact_id, hubspot_id } = link
  const account = { integration_id, hub_id }
  if ((await store.lockVersion(tx, integration_id, contact_id)) !== undefined) {
    await store.saveLink(tx, link)
    return contact_id
  }
  const target_id = await findTarget(tx, { integration_id, contact_id })
  const isThere = target_id && (await store.lockVersion(tx, integration_id, target_id)) !== undefined
  if (!isThere) {
    await ignored.insertErased(tx, account, [hubspot_id])
    return undefined
  }
  const target = await store.findLinked(tx, account, target_id)
  if (target?.hubspot_id) {
    await ignored.insertAlias(tx, account, { hubspot_id, contact_id: target_id, linked_id: contact_id })
    return undefined
  }
  // The next sync compares it with the values after the merge.
  await store.saveLink(tx, { ...link, contact_id: target_id, contact_version: 0 })
  return target_id
}

/**
 * Which of these records were created for contacts that were erased here, or merged into one with its own record,
 * before HubSpot answered.
 */
export async function findErasedCreations(
  { secrets }: Context,
  db: Db,
  account: Account,
  records: readonly CrmRecord[],
): Promise<Set<string>> {
  const hashOf = ({ properties }: CrmRecord) => emailHash(secrets, properties['email'] ?? '')
  const rows = await ignored.listErasedCreations(db, account, records.map(hashOf))
  const erased_at = new Map(rows.map((row) => [row.email_hash.toString('hex'), Date.parse(row.erased_at)]))
  return new Set(
    records
      .filter((record) => {
        const at = erased_at.get(hashOf(record).toString('hex'))
        return at !== undefined && Date.parse(record.created_at) <= at + creating_max_ms
      })
      .map(({ id }) => id),
  )
}
