import { defineRoute } from '../api.ts'
import type * as schema from './blocking.schema.ts'

export type { Blocked, BlockedContact } from './blocking.schema.ts'

export const blockedContactsMax = 200

/*
 * Blocked contacts can read their conversations but not write: requests are rejected with `blocked`. A block
 * with an end expires automatically.
 */

/**
 * The blocked contacts that the member can see, newest block first, at most `blockedContactsMax`. Expired blocks
 * aren't listed.
 */
export const listBlockedContacts = defineRoute<typeof schema.listBlockedContacts>()(
  'GET',
  '/api/integration/:integration_id/blocked-contact',
)
const path = '/api/integration/:integration_id/contact/:contact_id/block'
/**
 * Blocks a contact from sending messages. Replaces an existing block.
 * @throws Problem `invalid_input` on `until`: in the past
 */
export const blockContact = defineRoute<typeof schema.blockContact>()('POST', path)
/** Unblocks a contact. Does nothing if the contact isn't blocked. */
export const unblockContact = defineRoute<typeof schema.unblockContact>()('DELETE', path)
