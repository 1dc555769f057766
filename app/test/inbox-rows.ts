import {
  type ConsentGiven,
  type ContactDetails,
  type ContactIdentity,
  type ContactAcquisition,
  type ConversationField,
  type Draft,
  type InboxRow,
  mapTextFields,
  type Message,
  type Tag,
} from '@ozvi/contract'
import { eva, greenBean } from './fixtures.ts'

const uuid = (kind: number, number: number) =>
  `01980000-0000-7000-8${String(kind).padStart(3, '0')}-${String(number).padStart(12, '0')}`
export const conversationId = (number: number) => uuid(1, number)
export const jana = { id: uuid(9, 1), name: 'Jana Kováčová' }
export const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString()

/** A contact without details. */
export const noDetails: ContactDetails = {
  phone: null,
  ...mapTextFields(() => null),
  country: null,
  external_id: null,
  owner_id: null,
  tag_ids: [],
  fields: {},
}

/** No verified identity. */
export const unverified: ContactIdentity = { verified_at: null, verified_by: null, email_verified_at: null }

/** A visit with an unknown origin. */
export const noOrigin: ContactAcquisition = {
  import_file: null,
  first_page: null,
  referrer: null,
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  utm_term: null,
  utm_content: null,
  device: null,
  browser: null,
  operating_system: null,
  time_zone: null,
}

export const noConsents: ConsentGiven = {
  consent_opened_at: null,
  consent_page_at: null,
  consent_summary: null,
  consent_ended_at: null,
}

/** Conversation `number` as a row: one message from Peter, unassigned. */
export function rowOf(number: number, changes: Partial<InboxRow> = {}): InboxRow {
  return {
    id: conversationId(number),
    integration_id: greenBean.id,
    number,
    contact: {
      id: uuid(2, number),
      name: `Peter ${number}`,
      email: null,
      kind: 'visitor',
      locale: 'en',
      last_seen_at: at(0),
    },
    subject: `Question ${number}`,
    status: 'open',
    handler: 'team',
    assignee_id: null,
    team_id: null,
    priority: 'none',
    tag_ids: [],
    fields: {},
    field_sources: {},
    mentioned_ids: [],
    locale: 'en',
    last_seq: 1,
    last_message_at: at(number),
    last_message_preview: `Question ${number}`,
    last_message_is_note: false,
    last_message_author: 'contact',
    last_message_author_id: null,
    due_at: null,
    follows_id: null,
    merged_into_id: null,
    merged_into_number: null,
    waiting_since: at(number),
    hand_over_at: null,
    hand_over_reason: null,
    snoozed_until: null,
    unsnoozed_seq: null,
    resolved_at: null,
    resolved_by: null,
    first_reply_at: null,
    reopen_count: 0,
    rating: null,
    scheduled_count: 0,
    page_url: null,
    is_test: false,
    visitor_seen_seq: 0,
    visitor_delivered_seq: 0,
    created_at: at(number),
    version: 1,
    seen_seq: 0,
    ...changes,
  }
}
export const tagOf = (number: number, name: string): Tag => ({
  id: uuid(4, number),
  integration_id: greenBean.id,
  name,
  color: 'blue',
  created_at: at(0),
  version: 1,
})
/** A custom field of conversations. */
export const fieldOf = (
  number: number,
  name: string,
  more: Partial<ConversationField> = {},
): ConversationField => ({
  id: uuid(7, number),
  integration_id: greenBean.id,
  name,
  type: 'text',
  options: [],
  position: number,
  is_required: false,
  version: 1,
  ...more,
})
export function messageOf(number: number, seq: number, changes: Partial<Message> = {}): Message {
  return {
    id: uuid(3, number * 1000 + seq),
    conversation_id: conversationId(number),
    seq,
    prev: seq - 1,
    author: 'contact',
    author_id: uuid(2, number),
    author_name: `Peter ${number}`,
    kind: 'text',
    body: `Message ${seq}`,
    attachments: [],
    citations: [],
    details: {},
    change: null,
    sent_at: at(seq),
    ...changes,
  }
}
/** Eva's draft of a reply. */
export const draftOf = (conversation_id: string, changes: Partial<Draft> = {}): Draft => ({
  integration_id: greenBean.id,
  conversation_id,
  author_id: eva.id,
  author_name: eva.name,
  mode: 'text',
  text: '',
  changed_at: at(0),
  taken_over_by: null,
  ...changes,
})
