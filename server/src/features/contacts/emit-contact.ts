import { contactChanged, contactHidden, visitorOnline } from '@ozvi/contract'
import { audienceFor, listContactViewers } from '#features/visibility'
import type { Tx } from '#platform/context/context.ts'
import { findOnline } from './online/online-store.ts'
import * as store from './store.ts'

/** Emits the contact's current state to the team; call it after the change, in its transaction. */
export async function emitContact(tx: Tx, key: store.Key) {
  const contact = await store.findContactWithAudience(tx, key)
  if (!contact) return
  const { visible_to, ...row } = contact
  tx.emit(contactChanged, row, row, audienceFor({ visible_to }))
}

/**
 * Emits changed visibility to members with partial access; call it after anything that may change it, in its
 * transaction.
 */
export async function emitVisibilityChange(tx: Tx, key: store.Key) {
  const readers = await listContactViewers(tx, key)
  if (readers?.hidden_from) tx.emit(contactHidden, key, key, { only: readers.hidden_from })
  if (!readers?.seen_by) return
  const audience = { only: readers.seen_by }
  const row = await store.findContactRow(tx, key)
  if (row) tx.emit(contactChanged, row, row, audience)
  const online = await findOnline(tx, key)
  if (online) tx.emit(visitorOnline, online, key, audience)
}
