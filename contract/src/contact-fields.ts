import * as z from 'zod/mini'
import { HttpUrl, Id, text } from './fields.ts'
import { event, Nothing, route } from './kit.ts'

/*
 * What a team notes of its contacts beyond what every contact has: fields of its own.
 */

export const FieldType = z.enum(['text', 'number', 'date', 'boolean', 'list', 'link'])
export type FieldType = z.infer<typeof FieldType>
export const contactFieldsMax = 50
export const fieldOptionsMax = 100
export const fieldChars = 500
export const ContactField = z.object({
  id: Id,
  integration_id: Id,
  name: z.string(),
  type: FieldType,
  /** What may be chosen of a `list`; empty for the rest. */
  options: z.array(z.string()),
  /** Place among the others, from 0. */
  position: z.int(),
  version: z.int(),
})
export type ContactField = z.infer<typeof ContactField>
/** A date is `2026-11-22`; a choice of a list stands as its words. */
export const FieldValue = z.union([z.string(), z.number(), z.boolean()])
export type FieldValue = z.infer<typeof FieldValue>

const Options = z.array(text(1, 100)).check(z.maxLength(fieldOptionsMax))
const path = '/api/integration/:integration_id/contact-field'
/** In their order. */
export const listContactFields = route({
  method: 'GET',
  path,
  output: z.array(ContactField),
  problems: ['not_found'],
})
/** @throws Problem `invalid_input` on `name`: another field has it; on `options`: a list without any */
export const createContactField = route({
  method: 'POST',
  path,
  input: z.object({ name: text(1, 60), type: FieldType, options: z._default(Options, []) }),
  output: ContactField,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/** The type stays: what is written already has it. Choices taken away stay where they were chosen. */
export const updateContactField = route({
  method: 'PUT',
  path: `${path}/:field_id`,
  input: z.object({
    name: z.optional(text(1, 60)),
    options: z.optional(Options),
    /** The place it moves to; the others make room. */
    position: z.optional(z.int().check(z.gte(0), z.lt(contactFieldsMax))),
  }),
  output: ContactField,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/** With everything written in it. */
export const deleteContactField = route({
  method: 'DELETE',
  path: `${path}/:field_id`,
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})

const toTeam = {
  channel: ({ integration_id }: { integration_id: string }) => `presence-integration.${integration_id}`,
}
export const contactFieldChanged = event('ContactFieldChanged', { ...toTeam, data: ContactField })
export const contactFieldDeleted = event('ContactFieldDeleted', {
  ...toTeam,
  data: z.object({ id: Id, integration_id: Id }),
})

const byPosition = (a: ContactField, b: ContactField) => a.position - b.position || a.id.localeCompare(b.id)
/** Each in its place; an older version is ignored. */
export function applyContactFieldChanged(
  list: readonly ContactField[],
  changed: ContactField,
): ContactField[] {
  const held = list.find(({ id }) => id === changed.id)
  if (held && held.version >= changed.version) return [...list]
  return [...list.filter((field) => field !== held), changed].sort(byPosition)
}
export const applyContactFieldDeleted = (
  list: readonly ContactField[],
  { id }: { id: string },
): ContactField[] => list.filter((field) => field.id !== id)

/** The 30th of February is none. */
const isDay = (value: string) => {
  const time = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}
/** @returns why a value does not fit the field, as the code of a refusal; undefined when it does. */
export function refusedFieldValue(
  { type, options }: Pick<ContactField, 'type' | 'options'>,
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
