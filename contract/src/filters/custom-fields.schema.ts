import * as z from 'zod/mini'
import { HttpUrl, Id, text } from '../fields.schema.ts'
import { isDay } from './condition-values.ts'
import { customFieldsMax, fieldTypes } from './custom-fields.ts'

export const FieldType = z.enum(fieldTypes)
export type FieldType = z.infer<typeof FieldType>
const optionsMax = 100
const fieldChars = 500
export const CustomField = z.object({
  id: Id,
  integration_id: Id,
  name: z.string(),
  type: FieldType,
  /** The options of a `list` field; empty for other types. */
  options: z.array(z.string()),
  /** Position in the list, from 0. */
  position: z.int(),
  version: z.int(),
})
export type CustomField = z.infer<typeof CustomField>
/** A date is `2026-11-22`; a list choice is stored as its label. */
export const FieldValue = z.union([z.string(), z.number(), z.boolean()])
export type FieldValue = z.infer<typeof FieldValue>
/** Known values by field id; unknown ones have no key. */
export const FieldValues = z.record(z.string(), FieldValue)
export type FieldValues = z.infer<typeof FieldValues>
/** New values by field; null clears a field. */
export const FieldChanges = z.record(Id, z.nullable(FieldValue))
export type FieldChanges = z.infer<typeof FieldChanges>

const Options = z.array(text(1, 100)).check(z.maxLength(optionsMax))
/** Rejected on `name` if another field has it, and on `options` if a list has none. */
export const NewCustomField = z.object({
  name: text(1, 60),
  type: FieldType,
  options: z._default(Options, []),
})
/** The type can't change because existing values have it. Removed choices stay where they were selected. */
export const CustomFieldChanges = z.object({
  name: z.optional(text(1, 60)),
  options: z.optional(Options),
  /** The new position. Other fields move to make room. */
  position: z.optional(z.int().check(z.gte(0), z.lt(customFieldsMax))),
})

/** @returns the error code of an invalid value; undefined if it is valid */
export function fieldValueError(
  { type, options }: Pick<CustomField, 'type' | 'options'>,
  value: FieldValue,
): string | undefined {
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : 'type_invalid'
  if (type === 'number') return typeof value === 'number' ? undefined : 'number_invalid'
  if (typeof value !== 'string') return 'type_invalid'
  if (value.length > fieldChars) return `too_long:${fieldChars}`
  if (type === 'date') return isDay(value) ? undefined : 'date_invalid'
  if (type === 'link') return HttpUrl.safeParse(value).success ? undefined : 'url_invalid'
  if (type === 'list') return options.includes(value) ? undefined : 'choice_invalid'
  return value.trim() ? undefined : 'required'
}
