import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { Id } from '../fields.schema.ts'
import { CustomField, CustomFieldChanges, NewCustomField } from '../filters/custom-fields.schema.ts'

export const listContactFields = schemas({
  output: z.array(CustomField),
  problems: ['not_found'],
})
export const createContactField = schemas({
  input: NewCustomField,
  output: CustomField,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const updateContactField = schemas({
  input: CustomFieldChanges,
  output: CustomField,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const deleteContactField = schemas({
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
export const contactFieldChanged = CustomField
export const contactFieldDeleted = z.object({ id: Id, integration_id: Id })
