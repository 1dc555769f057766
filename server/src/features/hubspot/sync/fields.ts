import {
  cleanName,
  type ContactChanges,
  type CustomField,
  type FieldValue,
  type FieldValues,
  type HubspotMapping,
  hubspotReferences,
} from '@ozvi/contract'
import { fieldValueError } from '@ozvi/contract/schemas'
import { type CrmRecord, storedText } from '../crm-record.ts'
import type { Base, Values } from './merge.ts'
import { isWrittenProperty } from '../properties/written-properties.ts'

/** What a step of a scenario wrote can be longer. */
const mapped_chars_max = 200

export const defaultMapping: HubspotMapping[] = [
  { field: 'first_name', property: 'firstname', direction: 'both', rule: 'newest' },
  { field: 'last_name', property: 'lastname', direction: 'both', rule: 'newest' },
  { field: 'email', property: 'email', direction: 'both', rule: 'empty' },
  { field: 'phone', property: 'phone', direction: 'both', rule: 'newest' },
  { field: 'company', property: 'company', direction: 'both', rule: 'hubspot' },
  { field: 'city', property: 'city', direction: 'both', rule: 'newest' },
  { field: 'owner_id', property: 'hubspot_owner_id', direction: 'in', rule: 'empty' },
]

export interface OurContact {
  name: string | null
  email: string | null
  phone: string | null
  company: string | null
  city: string | null
  owner_id: string | null
  fields: FieldValues
}
/** What the values of a mapping refer to. */
export interface Lookups {
  fields: readonly CustomField[]
  /** Members by the id of their owner in HubSpot. */
  members: ReadonlyMap<string, string>
  /** Names by the id of the company. */
  companies: ReadonlyMap<string, string>
}

export const isReference = (property: string) => hubspotReferences.some((reference) => reference === property)
const customFieldOf = (field: string) => (field.startsWith('fields.') ? field.slice(7) : undefined)

export type NameParts = [first: string, last: string]

/** The last word of a name is the last name, unless the parts that it was joined from are known. */
export function splitName(contact: Pick<OurContact, 'name'>, known: readonly Values[] = []): NameParts {
  const name = contact.name ?? ''
  for (const { first_name, last_name } of known)
    if (first_name !== undefined && last_name !== undefined && joinName(first_name, last_name) === name)
      return [first_name, last_name]
  const words = name.trim().split(/\s/).filter(Boolean)
  const last = words.length > 1 ? (words.pop() ?? '') : ''
  return [words.join(' '), last]
}
const joinName = (first: string, last: string) => [first, last].filter(Boolean).join(' ')

function ourValue(contact: OurContact, field: string, [first, last]: NameParts): string {
  const custom = customFieldOf(field)
  if (custom) return String(contact.fields[custom] ?? '')
  if (field === 'first_name') return first
  if (field === 'last_name') return last
  // HubSpot stores addresses in lower case.
  if (field === 'email') return (contact.email ?? '').toLowerCase()
  const details: Record<string, string | null> = {
    phone: contact.phone,
    company: contact.company,
    city: contact.city,
    owner_id: contact.owner_id,
  }
  return details[field] ?? ''
}
/** @param names the first and last name of the contact, as `splitName` returns them */
export const ourValues = (
  mapping: readonly HubspotMapping[],
  contact: OurContact,
  names: NameParts = splitName(contact),
): Values => Object.fromEntries(mapping.map(({ field }) => [field, ourValue(contact, field, names)]))
/** Our values of the last sync. */
export const ourBase = (base: Base | null): Values =>
  Object.fromEntries(Object.entries(base ?? {}).map(([field, [ours]]) => [field, ours]))

export const theirValues = (
  mapping: readonly HubspotMapping[],
  { properties }: CrmRecord,
  { members, companies }: Lookups,
): Values =>
  Object.fromEntries(
    mapping.map(({ field, property }) => {
      const chars_max = isWrittenProperty(field) ? Infinity : mapped_chars_max
      const value = storedText(properties[property] ?? '', chars_max)
      if (property === 'hubspot_owner_id') return [field, members.get(value) ?? '']
      if (property === 'associatedcompanyid') return [field, companies.get(value) ?? '']
      return [field, field === 'first_name' || field === 'last_name' ? cleanName(value) : value]
    }),
  )

function customValue({ type }: CustomField, value: string): FieldValue | null {
  if (value === '') return null
  if (type === 'boolean') return value === 'true'
  if (type === 'number') return Number(value)
  return value
}

/**
 * Values of HubSpot as changes of a contact. Values that a field doesn't accept are left out.
 *
 * @param names the contact's first and last name; one of them may be in `values`
 */
export function changesOf(values: Values, [first, last]: NameParts, { fields }: Lookups): ContactChanges {
  const changes: ContactChanges = {}
  const custom: Record<string, FieldValue | null> = {}
  for (const [field, value] of Object.entries(values)) {
    const definition = fields.find(({ id }) => id === customFieldOf(field))
    if (definition) {
      const parsed = customValue(definition, value)
      if (Number.isNaN(parsed)) continue
      if (parsed === null || !fieldValueError(definition, parsed)) custom[definition.id] = parsed
    } else if (field === 'first_name' || field === 'last_name')
      changes.name = joinName(values['first_name'] ?? first, values['last_name'] ?? last) || null
    else if (field === 'email' || field === 'phone' || field === 'company' || field === 'city')
      changes[field] = value || null
    else if (field === 'owner_id') changes.owner_id = value || null
  }
  return Object.keys(custom).length > 0 ? { ...changes, fields: custom } : changes
}

/** Values as properties that HubSpot accepts. */
export const propertiesOf = (mapping: readonly HubspotMapping[], values: Values): Record<string, string> =>
  Object.fromEntries(
    mapping.flatMap(({ field, property }) => {
      const value = values[field]
      return value === undefined || isReference(property) ? [] : [[property, value]]
    }),
  )
