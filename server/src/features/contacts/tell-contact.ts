import { contactChanged, contactHidden, visitorCameOnline } from '@ozvi/contract'
import { audienceFor, listContactReaders } from '#features/reach'
import type { Tx } from '#platform/context/context.ts'
import { findOnline } from './online/online-store.ts'
import * as store from './store.ts'

/** Tells the team how somebody stands now; to be called after the change, in its transaction. */
export async function tellContact(tx: Tx, key: store.Key) {
  const found = await store.findToldContact(tx, key)
  if (!found) return
  const { visible_to, ...row } = found
  tx.emit(contactChanged, row, row, audienceFor({ visible_to }))
}

/**
 * Tells those of the team who see a part of the inbox whether somebody is in it; to be called after whatever may have
 * changed that, in its transaction. Nobody else has any news of it.
 */
export async function tellReach(tx: Tx, key: store.Key) {
  const readers = await listContactReaders(tx, key)
  if (readers?.unseen_by) tx.emit(contactHidden, key, key, { only: readers.unseen_by })
  if (!readers?.seen_by) return
  const audience = { only: readers.seen_by }
  const row = await store.findContactRow(tx, key)
  if (row) tx.emit(contactChanged, row, row, audience)
  const online = await findOnline(tx, key)
  if (online) tx.emit(visitorCameOnline, online, key, audience)
}
