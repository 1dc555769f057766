import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type { ContactRow } from './contacts.schema.ts'
import type * as schema from './contacts.schema.ts'

export type {
  ContactKind,
  Contact,
  PageVisit,
  OnlineState,
  ContactDetails,
  ContactIdentity,
  ContactProfile,
  ContactRow,
  ContactRecord,
  ContactChanges,
} from './contacts.schema.ts'

export const contactKinds = ['visitor', 'lead', 'user'] as const

/** Returns a contact with its details. The id of a merged contact returns the contact it was merged into. */
export const getContact = defineRoute<typeof schema.getContact>()(
  'GET',
  '/api/integration/:integration_id/contact/:contact_id',
)
export const tagsPerContactMax = 50
/**
 * Creates a contact. The caller chooses the id; a repeated call returns the existing contact.
 * @throws Problem `invalid_input` as `updateContact`
 */
export const createContact = defineRoute<typeof schema.createContact>()(
  'POST',
  '/api/integration/:integration_id/contact',
)
/**
 * Updates details, custom fields and tags of a contact. Omitted fields keep their value.
 * @throws Problem `invalid_input` on `external_id`: another contact has it; on `owner_id`: not a member; on
 * `fields.{id}`: no such field or value; on `add_tag_ids`: no such tag, or too many
 */
export const updateContact = defineRoute<typeof schema.updateContact>()(
  'PUT',
  '/api/integration/:integration_id/contact/:contact_id',
)

/** Sent to every member of the workspace when a contact is created, seen or changed. */
export const contactChanged = defineEvent<typeof schema.contactChanged>()('ContactChanged', workspaceChannel)

/**
 * Updates the row in place as far as its fields are known; undefined if it isn't in the list, because only the
 * server knows the order.
 */
export function applyContactChanged<R extends ContactRow>(
  list: readonly R[],
  changed: ContactRow,
): R[] | undefined {
  const current = list.find(({ id }) => id === changed.id)
  if (!current) return undefined
  const news = Object.fromEntries(Object.entries(changed).filter(([name]) => name in current))
  return list.map((row) => (row === current && row.version < changed.version ? { ...row, ...news } : row))
}

/** All contacts of one member were reassigned to another member, or to no one. */
export const contactsReassigned = defineEvent<typeof schema.contactsReassigned>()(
  'ContactsReassigned',
  workspaceChannel,
)
/** Applies the event to a list. Idempotent. */
export const applyContactsReassigned = <R extends { owner_id: string | null; version: number }>(
  list: readonly R[],
  { from_user_id, to_user_id }: { from_user_id: string; to_user_id: string | null },
): R[] =>
  list.map((row) =>
    row.owner_id === from_user_id ? { ...row, owner_id: to_user_id, version: row.version + 1 } : row,
  )
