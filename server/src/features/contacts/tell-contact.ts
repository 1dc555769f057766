import { contactChanged } from '@ozvi/contract'
import type { Tx } from '#platform/context.ts'
import * as store from './store.ts'

/** Tells the team how somebody stands now; to be called after the change, in its transaction. */
export async function tellContact(tx: Tx, key: { integration_id: string; contact_id: string }) {
  const row = await store.findContactRow(tx, key)
  if (row) tx.emit(contactChanged, row)
}
