import * as z from 'zod/mini'
import { workspaceChannel } from '../channels.ts'
import { Id } from '../fields.ts'
import { event, Nothing, route } from '../api.ts'
import { NewCustomField, CustomField, CustomFieldChanges } from '../filters/custom-fields.ts'

/*
 * What a team notes of its contacts beyond what every contact has.
 */

const path = '/api/integration/:integration_id/contact-field'
/** In their order. */
export const listContactFields = route({
  method: 'GET',
  path,
  output: z.array(CustomField),
  problems: ['not_found'],
})
export const createContactField = route({
  method: 'POST',
  path,
  input: NewCustomField,
  output: CustomField,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const updateContactField = route({
  method: 'PUT',
  path: `${path}/:field_id`,
  input: CustomFieldChanges,
  output: CustomField,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/** With everything written in it. */
export const deleteContactField = route({
  method: 'DELETE',
  path: `${path}/:field_id`,
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})

export const contactFieldChanged = event('ContactFieldChanged', {
  channel: workspaceChannel,
  data: CustomField,
})
export const contactFieldDeleted = event('ContactFieldDeleted', {
  channel: workspaceChannel,
  data: z.object({ id: Id, integration_id: Id }),
})
