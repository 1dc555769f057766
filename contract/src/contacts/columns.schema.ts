import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Id } from '../fields.schema.ts'
import { customFieldsMax } from '../filters/custom-fields.ts'
import { builtInColumns } from './columns.ts'

/** A built-in column, or the id of a custom field. Deleted fields aren't shown. */
const Column = z.union([z.enum(builtInColumns), Id])
export const ContactColumns = z.object({
  /** Null for the default columns. */
  columns: z.nullable(z.array(z.string())),
  /** Incremented on every change, so older events never overwrite newer data. */
  version: z.int(),
})
export type ContactColumns = z.infer<typeof ContactColumns>
export const getContactColumns = schemas({
  output: ContactColumns,
  problems: ['not_found'],
})
export const saveContactColumns = schemas({
  input: z.object({
    columns: z.nullable(z.array(Column).check(z.maxLength(builtInColumns.length + customFieldsMax))),
  }),
  output: ContactColumns,
  problems: ['not_found', 'invalid_input'],
})
export const contactColumnsChanged = z.extend(ContactColumns, { integration_id: Id, user_id: Id })
