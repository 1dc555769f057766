import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Id, text, Time } from '../fields.schema.ts'
import { hubspotPropertiesMax, hubspotPropertyCharsMax, hubspotPropertyTypes } from './hubspot.ts'

/** `reconnect_needed`: HubSpot no longer accepts the connection, because it was revoked there. */
export const HubspotStatus = z.enum(['disconnected', 'connected', 'reconnect_needed'])
export type HubspotStatus = z.infer<typeof HubspotStatus>

/** `in` from HubSpot, `out` to it. */
export const HubspotDirection = z.enum(['in', 'out', 'both'])
export type HubspotDirection = z.infer<typeof HubspotDirection>
/** What happens when both sides changed: HubSpot's value wins, the newer change wins, or neither. */
export const HubspotRule = z.enum(['hubspot', 'newest', 'empty'])
export type HubspotRule = z.infer<typeof HubspotRule>
export const HubspotMapping = z.object({
  /** A built-in contact field, or `fields.{id}` for a custom field. */
  field: text(1, 60),
  /** Internal name of a HubSpot property. */
  property: text(1, hubspotPropertyCharsMax),
  direction: HubspotDirection,
  rule: HubspotRule,
})
export type HubspotMapping = z.infer<typeof HubspotMapping>

/** A run that compares all contacts, or those changed since the run before. */
export const HubspotSync = z.object({
  id: Id,
  /** A dry run only counts. */
  kind: z.enum(['dry_run', 'sync']),
  status: z.enum(['running', 'done', 'failed', 'canceled']),
  /** Number of contacts compared. */
  compared: z.int(),
  created_in: z.int(),
  updated_in: z.int(),
  created_out: z.int(),
  updated_out: z.int(),
  /** Number of contacts with a field that was changed on both sides. */
  conflicts: z.int(),
  skipped: z.int(),
  started_at: Time,
  ended_at: z.nullable(Time),
})
export type HubspotSync = z.infer<typeof HubspotSync>

export const Hubspot = z.object({
  integration_id: Id,
  /** Whether the server has the keys of a HubSpot app. */
  is_available: z.boolean(),
  status: HubspotStatus,
  /** Domain or number of the HubSpot account. */
  account: z.nullable(z.string()),
  connected_by: z.nullable(z.string()),
  connected_at: z.nullable(Time),
  /** When requests continue after HubSpot's rate limit was reached. */
  retry_at: z.nullable(Time),
  mapping: z.array(HubspotMapping),
  /** Whether changes are synced every ten minutes. */
  is_automatic: z.boolean(),
  /** Whether conversations are written to HubSpot as notes on the contact. */
  sends_notes: z.boolean(),
  /** Whether conversations that are handed over to the team become tickets. */
  sends_tickets: z.boolean(),
  /** Whether tickets are turned on, or a scenario has a step that creates one. */
  needs_ticket_access: z.boolean(),
  /** Whether the connection may write tickets. If not, a member has to connect again. */
  has_ticket_access: z.boolean(),
  /** Names of the properties that are shown with contacts and used in conditions. */
  properties: z.array(z.string()),
  /** Whether the mapping was tried with this account. Required before contacts can be synced. */
  is_tried: z.boolean(),
  /** The current run, or the last one. */
  sync: z.nullable(HubspotSync),
  /** Incremented on every change, so older events never overwrite newer data. */
  version: z.int(),
})
export type Hubspot = z.infer<typeof Hubspot>

export const getHubspot = schemas({ output: Hubspot, problems: ['not_found'] })
export const authorizeHubspot = schemas({
  output: z.object({ url: z.string() }),
  problems: ['not_found', 'forbidden', 'invalid_input', 'plan_limit'],
})
export const connectHubspot = schemas({
  input: z.object({ code: text(1, 500), state: text(1, 200) }),
  output: Hubspot,
  problems: ['not_found', 'forbidden', 'invalid_input', 'plan_limit'],
})
export const disconnectHubspot = schemas({ output: Hubspot, problems: ['not_found', 'forbidden'] })

export const HubspotPropertyType = z.enum(hubspotPropertyTypes)
export type HubspotPropertyType = z.infer<typeof HubspotPropertyType>
export const HubspotProperty = z.object({
  name: z.string(),
  label: z.string(),
  type: HubspotPropertyType,
  /** Whether the value is the number of another object. Such a property can’t be shown. */
  is_reference: z.boolean(),
  /** Whether the property is read-only in HubSpot. */
  is_read_only: z.boolean(),
})
export type HubspotProperty = z.infer<typeof HubspotProperty>
export const listHubspotProperties = schemas({
  output: z.array(HubspotProperty),
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/** A property that is shown with contacts. */
export const ChosenHubspotProperty = z.object({
  name: z.string(),
  label: z.string(),
  type: HubspotPropertyType,
  /** Of a list. */
  options: z.array(z.object({ value: z.string(), label: z.string() })),
})
export type ChosenHubspotProperty = z.infer<typeof ChosenHubspotProperty>
export const listChosenHubspotProperties = schemas({
  output: z.array(ChosenHubspotProperty),
  problems: ['not_found'],
})
export const updateHubspotProperties = schemas({
  input: z.object({
    properties: z.array(text(1, hubspotPropertyCharsMax)).check(z.maxLength(hubspotPropertiesMax)),
  }),
  output: Hubspot,
  problems: ['not_found', 'forbidden', 'invalid_input', 'plan_limit'],
})
/** The record of a contact in the connected account. */
export const HubspotRecord = z.object({
  url: z.string(),
  /** The chosen properties that have a value, in their order. */
  properties: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      type: HubspotPropertyType,
      /** `true` or `false`, a number, a day, a time in ISO 8601, or a text. Of a list, the labels. */
      value: z.string(),
    }),
  ),
})
export type HubspotRecord = z.infer<typeof HubspotRecord>
export const updateHubspotMapping = schemas({
  input: z.object({
    mapping: z.optional(z.array(HubspotMapping).check(z.maxLength(100))),
    is_automatic: z.optional(z.boolean()),
  }),
  output: Hubspot,
  problems: ['not_found', 'forbidden', 'invalid_input', 'plan_limit'],
})
export const updateHubspotSettings = schemas({
  input: z.object({
    sends_notes: z.optional(z.boolean()),
    sends_tickets: z.optional(z.boolean()),
  }),
  output: Hubspot,
  problems: ['not_found', 'forbidden', 'invalid_input', 'plan_limit'],
})
export const tryHubspotSync = schemas({
  output: Hubspot,
  problems: ['not_found', 'forbidden', 'invalid_input', 'plan_limit'],
})
export const startHubspotSync = tryHubspotSync
export const cancelHubspotSync = schemas({ output: Hubspot, problems: ['not_found', 'forbidden'] })

const Values = z.record(z.string(), z.string())
export const HubspotChange = z.object({
  id: Id,
  contact_id: Id,
  contact_name: z.nullable(z.string()),
  /** A note or ticket belongs to a conversation with the contact. */
  object: z.enum(['contact', 'note', 'ticket']),
  direction: z.enum(['in', 'out']),
  action: z.enum(['created', 'updated', 'skipped']),
  /** Why the contact was skipped. */
  reason: z.nullable(
    z.enum([
      'email_unverified',
      'duplicate_email',
      'deleted_in_hubspot',
      'merged_in_hubspot',
      'merged_here',
      'erased_in_hubspot',
      'rejected',
    ]),
  ),
  /** Values by field of the mapping, or by `property.` and the name of a property that a scenario set. */
  before: Values,
  after: Values,
  /** Fields that were changed on both sides. */
  conflicts: z.array(z.string()),
  at: Time,
  undone_at: z.nullable(Time),
})
export type HubspotChange = z.infer<typeof HubspotChange>
export const listHubspotChanges = schemas({
  output: z.array(HubspotChange),
  problems: ['not_found', 'forbidden'],
})
export const undoHubspotChange = schemas({
  output: HubspotChange,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const hubspotChanged = Hubspot
