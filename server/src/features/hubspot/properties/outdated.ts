import { isDeepStrictEqual } from 'node:util'
import { emitContact } from '#features/contacts'
import type { Tx } from '#platform/context/context.ts'
import { chosenValues } from './properties.ts'
import * as store from './properties-store.ts'
import type { Run } from '../sync/records.ts'

const contacts_at_once = 100

/** Reads the chosen properties of contacts whose values are outdated. */
export async function readOutdated(run: Run, signal: AbortSignal): Promise<void> {
  const { ctx, crm, hub_id, sync } = run
  const account = { integration_id: sync.integration_id, hub_id }
  for (;;) {
    signal.throwIfAborted()
    const rows = await store.listOutdated(ctx.db, account, contacts_at_once)
    if (rows.length === 0) return
    // A member may be choosing others.
    const chosen = await store.listChosen(ctx.db, sync.integration_id)
    const found = await crm.read(
      rows.map(({ hubspot_id }) => hubspot_id),
      chosen.map(({ name }) => name),
    )
    await ctx.transaction(async (tx) => {
      const { isChanged } = await store.lockChosen(tx, sync.integration_id, chosen)
      if (isChanged) return
      for (const row of rows) {
        const record = found.find(({ id }) => id === row.hubspot_id)
        const values = record ? chosenValues(chosen, record) : {}
        await saveRow(tx, account, row, values)
      }
    })
  }
}

async function saveRow(
  tx: Tx,
  account: { integration_id: string; hub_id: string },
  row: Awaited<ReturnType<typeof store.listOutdated>>[number],
  values: Record<string, string>,
): Promise<void> {
  const isSaved = await store.saveValues(tx, account, row, values)
  if (isSaved && !isDeepStrictEqual(row.properties, values))
    await emitContact(tx, { integration_id: account.integration_id, contact_id: row.contact_id })
}
