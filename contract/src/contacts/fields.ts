import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './fields.schema.ts'

/* Custom fields of contacts. */

const path = '/api/integration/:integration_id/contact-field'
/** Lists the workspace's custom contact fields, in order. */
export const listContactFields = defineRoute<typeof schema.listContactFields>()('GET', path)
/** Creates a custom contact field. */
export const createContactField = defineRoute<typeof schema.createContactField>()('POST', path)
/** Changes the name, options or position of a custom contact field. */
export const updateContactField = defineRoute<typeof schema.updateContactField>()('PUT', `${path}/:field_id`)
/** Deletes a custom contact field with all its values. */
export const deleteContactField = defineRoute<typeof schema.deleteContactField>()(
  'DELETE',
  `${path}/:field_id`,
)

export const contactFieldChanged = defineEvent<typeof schema.contactFieldChanged>()(
  'ContactFieldChanged',
  workspaceChannel,
)
export const contactFieldDeleted = defineEvent<typeof schema.contactFieldDeleted>()(
  'ContactFieldDeleted',
  workspaceChannel,
)
