import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Blocked } from './blocking.schema.ts'
import { Email, Id, Locale, properName, text, Time } from '../fields.schema.ts'
import { HubspotRecord } from '../hubspot/hubspot.schema.ts'
import { FieldChanges, FieldValues } from '../filters/custom-fields.schema.ts'
import { ContactAcquisition } from './acquisition.schema.ts'
import { ConsentGiven, ContactConsent } from './consents.schema.ts'
import { contactKinds, tagsPerContactMax } from './contacts.ts'
import { Erasing } from './data.schema.ts'
import { ContactMerge } from './merges.schema.ts'
import { ScenarioSource } from './scenario-source.schema.ts'
import { mapTextFields } from './text-fields.ts'

export const ContactKind = z.enum(contactKinds)
export type ContactKind = z.infer<typeof ContactKind>
/** A person who used the chat or was added by the team. */
export const Contact = z.object({
  id: Id,
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  kind: ContactKind,
  /** Null until the contact's first visit: imports don't set it. */
  locale: z.nullable(Locale),
  /** Null if they have never visited the site. */
  last_seen_at: z.nullable(Time),
})
export type Contact = z.infer<typeof Contact>

export const PageVisit = z.object({ url: z.string(), title: z.string(), at: Time })
export type PageVisit = z.infer<typeof PageVisit>
/** A contact who has a page with the chat open now. */
export const OnlineState = z.object({
  online_since: Time,
  /** The current page and when it was opened; null if unknown. */
  page: z.nullable(PageVisit),
})
export type OnlineState = z.infer<typeof OnlineState>
/** Details the team entered about a contact; any may be unknown. */
export const ContactDetails = z.object({
  phone: z.nullable(z.string()),
  ...mapTextFields(() => z.nullable(z.string())),
  /** ISO 3166-1 alpha-2 code. */
  country: z.nullable(z.string()),
  /** The id in the customer's own system, unique in the workspace. */
  external_id: z.nullable(z.string()),
  /** The member responsible for the contact. */
  owner_id: z.nullable(Id),
  /** In the order in which they were added. Ids of deleted tags are included. */
  tag_ids: z.array(Id),
  /** Values of custom fields, by field id. */
  fields: FieldValues,
})
export type ContactDetails = z.infer<typeof ContactDetails>
/**
 * The details of a contact that the customer's server has signed; null for each that isn't signed or was
 * changed since.
 */
export const ContactIdentity = z.object({
  /** When they were last verified by a signature. */
  verified_at: z.nullable(Time),
  /** How they were verified: by a token that the page passed. */
  verified_by: z.nullable(z.enum(['jwt'])),
  /** When the current address was verified. */
  email_verified_at: z.nullable(Time),
})
export type ContactIdentity = z.infer<typeof ContactIdentity>
export const ContactProfile = z.extend(Contact, {
  ...ContactDetails.shape,
  ...ContactIdentity.shape,
  ...ContactAcquisition.shape,
  first_seen_at: z.nullable(Time),
  /** Null while they are offline. */
  online: z.nullable(OnlineState),
  /** Newest first, at most 50. */
  pages: z.array(PageVisit),
  /** Progress of the erasure; null if none was started. */
  erasing: z.nullable(Erasing),
  /** Null if they aren't blocked. */
  blocked: z.nullable(Blocked),
  /** Whether the contact has opened the chat in a browser, so messages can reach them there. */
  has_browser: z.boolean(),
  /** When they unsubscribed from the workspace's emails; null if they haven't. */
  unsubscribed_at: z.nullable(Time),
  /** Contacts merged into this one, newest first. */
  merges: z.array(ContactMerge),
  /** Newest first, at most 20. */
  consents: z.array(ContactConsent),
  /** Number of visits. Pages within half an hour of each other belong to one visit. */
  visits: z.int(),
  /** Number of the team's notes about the contact. */
  note_count: z.int(),
  /** Null if they have no record in a connected HubSpot account. */
  hubspot: z.nullable(HubspotRecord),
  /** The scenarios that set current values, by `name`, `email`, … or the id of a custom field. */
  field_sources: z.record(z.string(), ScenarioSource),
})
export type ContactProfile = z.infer<typeof ContactProfile>

/** A contact as it appears in lists. */
export const ContactRow = z.extend(Contact, {
  integration_id: Id,
  first_seen_at: z.nullable(Time),
  /** Created on the preview page. */
  is_test: z.boolean(),
  conversations: z.int(),
  /** Incremented on every change, so older events never overwrite newer data. */
  version: z.int(),
})
export type ContactRow = z.infer<typeof ContactRow>

/** All fields that can appear in a list of contacts. */
export const ContactRecord = z.extend(ContactRow, {
  ...ContactDetails.shape,
  ...ContactIdentity.shape,
  ...ContactAcquisition.shape,
  ...ConsentGiven.shape,
  /** Number of visits. Pages within half an hour of each other belong to one visit. */
  visits: z.int(),
  /** Names and contact details of contacts that were merged into this one. Searches find them too. */
  merged_search_text: z.string(),
  /**
   * When the contact was blocked, and until when; null means that the block doesn't expire. The block may
   * have expired.
   */
  blocked_at: z.nullable(Time),
  blocked_until: z.nullable(Time),
})
export type ContactRecord = z.infer<typeof ContactRecord>
export const getContact = schemas({
  output: ContactProfile,
  problems: ['not_found'],
})
/** A phone number as people write it: digits, an optional leading plus, and separators. */
const Phone = z
  .string()
  .check(
    z.trim(),
    z.maxLength(40),
    z.regex(/^\+?[\d\s()./-]+$/, 'phone_invalid'),
    z.regex(/\d/, 'phone_invalid'),
  )
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema))
const TagIds = z.optional(z.array(Id).check(z.maxLength(tagsPerContactMax)))
/** The fields to change; null clears a field, and omitted fields keep their value. */
export const ContactChanges = z.object({
  name: maybe(properName(1, 100)),
  email: maybe(Email),
  phone: maybe(Phone),
  ...mapTextFields((_, { chars_max }) => maybe(text(1, chars_max))),
  country: maybe(z.string().check(z.regex(/^[A-Z]{2}$/, 'country_invalid'))),
  external_id: maybe(text(1, 200)),
  owner_id: maybe(Id),
  add_tag_ids: TagIds,
  remove_tag_ids: TagIds,
  fields: z.optional(FieldChanges),
})
export type ContactChanges = z.infer<typeof ContactChanges>
export const createContact = schemas({
  input: z.extend(ContactChanges, { id: Id, name: properName(1, 100) }),
  output: ContactProfile,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const updateContact = schemas({
  input: ContactChanges,
  output: ContactProfile,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const contactChanged = ContactRecord
export const contactsReassigned = z.object({
  integration_id: Id,
  from_user_id: Id,
  to_user_id: z.nullable(Id),
})
