import {
  type ContactChanges,
  type CustomField,
  type FieldValue,
  type FieldValues,
  type HubspotMapping,
  hubspotReferences,
} from '@ozvi/contract'
import { fieldValueError } from '@ozvi/contract/schemas'
import type { CrmRecord } from './crm-record.ts'
import type { Values } from './merge.ts'

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

/** The last word of a name is the last name. */
function splitName(name: string): [first: string, last: string] {
  const words = name.trim().split(/\s/).filter(Boolean)
  const last = words.length > 1 ? (words.pop() ?? '') : ''
  return [words.join(' '), last]
}
const joinName = (first: string, last: string) => [first, last].filter(Boolean).join(' ')

function ourValue(contact: OurContact, field: string): string {
  const custom = customFieldOf(field)
  if (custom) return String(contact.fields[custom] ?? '')
  if (field === 'first_name') return splitName(contact.name ?? '')[0]
  if (field === 'last_name') return splitName(contact.name ?? '')[1]
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
export const ourValues = (mapping: readonly HubspotMapping[], contact: OurContact): Values =>
  Object.fromEntries(mapping.map(({ field }) => [field, ourValue(contact, field)]))

export const theirValues = (
  mapping: readonly HubspotMapping[],
  { properties }: CrmRecord,
  { members, companies }: Lookups,
): Values =>
  Object.fromEntries(
    mapping.map(({ field, property }) => {
      const value = (properties[property] ?? '').replaceAll('\0', '').trim()
      if (property === 'hubspot_owner_id') return [field, members.get(value) ?? '']
      if (property === 'associatedcompanyid') return [field, companies.get(value) ?? '']
      return [field, value.slice(0, 200)]
    }),
  )

function customValue({ type }: CustomField, value: string): FieldValue | null {
  if (value === '') return null
  if (type === 'boolean') return value === 'true'
  if (type === 'number') return Number(value)
  return value
}

/** Values of HubSpot as changes of a contact. Values that a field doesn't accept are left out. */
export function changesOf(
  values: Values,
  contact: Pick<OurContact, 'name'>,
  { fields }: Lookups,
): ContactChanges {
  const changes: ContactChanges = {}
  const [first, last] = splitName(contact.name ?? '')
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
