import type { HubspotChange } from '@ozvi/contract'
import type { Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { deleteChangesOf, recordChanges } from './ledger.ts'
import * as store from './pending-store.ts'
import { isRejection, type Run, syncRecords } from './records.ts'
import { deleteAlias } from './ignored-records-store.ts'

const records_at_once = 100
const accountOf = ({ sync, hub_id }: Run) => ({ integration_id: sync.integration_id, hub_id })

const reasons = {
  deleted: 'deleted_in_hubspot',
  merged: 'merged_in_hubspot',
  erased: 'erased_in_hubspot',
} as const satisfies Record<string, HubspotChange['reason']>

/** Ends the sync of a contact. The contact stays, and isn't created in HubSpot again. */
async function endSync(tx: Tx, run: Run, contact_id: string, as: keyof typeof reasons): Promise<void> {
  const account = accountOf(run)
  // What came from HubSpot goes with the record.
  if (as === 'erased') await deleteChangesOf(tx, account, contact_id)
  await store.endLink(tx, account, contact_id, as)
  const entry = { hub_id: run.hub_id, contact_id, direction: 'in', action: 'skipped' } as const
  const at = isoNow(run.ctx)
  await recordChanges(tx, account.integration_id, [{ ...entry, reason: reasons[as] }], at)
}

/** The surviving record belongs to the contact that it already has, or else to the first one of those merged. */
async function followMerge(run: Run, row: store.PendingRecord, isAutomatic: boolean): Promise<void> {
  const account = accountOf(run)
  const survivor = row.merged_into ?? ''
  await run.ctx.transaction(async (tx) => {
    const links = await store.listLinks(tx, account, [row.hubspot_id, survivor])
    const merged = links.find(({ hubspot_id }) => hubspot_id === row.hubspot_id)
    const isTaken = links.some(({ hubspot_id }) => hubspot_id === survivor)
    if (merged && !isTaken) {
      // The survivor may be the second record of a contact that was merged here.
      await deleteAlias(tx, account, survivor)
      await store.moveLink(tx, account, merged.contact_id, survivor)
    } else if (merged && merged.ended_as !== 'merged') await endSync(tx, run, merged.contact_id, 'merged')
    if (isAutomatic) await store.insertPending(tx, account, [{ hubspot_id: survivor }])
    await store.deletePending(tx, account, [row])
  })
}

async function endMissing(run: Run, rows: store.PendingRecord[], isAutomatic: boolean): Promise<void> {
  await run.ctx.transaction(async (tx) => {
    const links = await store.listLinks(
      tx,
      accountOf(run),
      rows.map(({ hubspot_id }) => hubspot_id),
    )
    const erased = new Set(rows.filter(({ is_erasure }) => is_erasure).map(({ hubspot_id }) => hubspot_id))
    await store.eraseAliases(tx, accountOf(run), [...erased])
    for (const { contact_id, hubspot_id, ended_as } of links) {
      const isErasure = hubspot_id !== null && erased.has(hubspot_id)
      if (isErasure && ended_as !== 'erased') await endSync(tx, run, contact_id, 'erased')
      else if (!isErasure && isAutomatic && ended_as === null) await endSync(tx, run, contact_id, 'deleted')
    }
    await store.deletePending(tx, accountOf(run), rows)
  })
}

async function syncPage(run: Run, rows: store.PendingRecord[], properties: string[], isAutomatic: boolean) {
  const ids = rows.map(({ hubspot_id }) => hubspot_id)
  let found
  try {
    found = await run.crm.read(ids, properties)
  } catch (error) {
    if (!isRejection(error)) throw error
    run.ctx.log.warn({ err: error }, 'hubspot: failed to read changed records')
    await run.ctx.transaction((tx) => store.deletePending(tx, accountOf(run), rows))
    return
  }
  const isThere = (row: store.PendingRecord) => found.some(({ id }) => id === row.hubspot_id)
  // A merged record is answered with the one that survived.
  const records = found.filter(({ id }) => ids.includes(id))
  if (isAutomatic && records.length > 0)
    await syncRecords(run, records, async (tx) => {
      await store.deletePending(tx, accountOf(run), rows.filter(isThere))
      return true
    })
  else await run.ctx.transaction((tx) => store.deletePending(tx, accountOf(run), rows.filter(isThere)))
  await endMissing(
    run,
    rows.filter((row) => !isThere(row)),
    isAutomatic,
  )
}

/** Syncs the records that HubSpot announced changes of. */
export async function syncAnnounced(
  run: Run,
  properties: string[],
  isAutomatic: boolean,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const rows = await store.listPendingRecords(run.ctx.db, accountOf(run), records_at_once)
    if (rows.length === 0) return
    // Not read before: an erasure is final, also while HubSpot still returns the record.
    const erased = rows.filter(({ is_erasure }) => is_erasure)
    if (erased.length > 0) await endMissing(run, erased, isAutomatic)
    const isMerge = ({ merged_into }: store.PendingRecord) => merged_into !== null
    const others = rows.filter(({ is_erasure }) => !is_erasure)
    for (const row of others.filter(isMerge)) await followMerge(run, row, isAutomatic)
    const changed = others.filter((row) => !isMerge(row))
    if (changed.length > 0) await syncPage(run, changed, properties, isAutomatic)
  }
}
