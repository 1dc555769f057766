import * as z from 'zod/mini'
import { workspaceChannel } from './channels.ts'
import { ContactsQuery } from './contacts/list.ts'
import { tagsPerContactMax } from './contacts/contacts.ts'
import { ConversationFilter, InboxView } from './conversations/filter.ts'
import { ConversationStatus, Priority } from './conversations/conversations.ts'
import { Id, Instant, text, Time, TimeZone } from './fields.ts'
import { event, route } from './api.ts'
import { FieldChanges } from './filters/custom-fields.ts'
import { ListOf } from './filters/saved-views.ts'
import { tagsPerConversationMax } from './tags.ts'

/** As many conversations as one act may change, and as many of them as may be named one by one. */
export const bulkMax = 10_000
export const bulkNamedMax = 1_000

const someTags = z._default(z.array(Id).check(z.maxLength(tagsPerConversationMax)), [])
/** What is done to each of several conversations, as the calls for one of them take it. */
export const BulkChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('status'),
    status: ConversationStatus,
    snoozed_until: z.optional(Instant),
    /** Filled in where they are empty, before the status is set. */
    fields: z.optional(FieldChanges),
  }),
  z.object({ kind: z.literal('assignee'), assignee_id: z.nullable(Id) }),
  z.object({ kind: z.literal('team'), team_id: z.nullable(Id) }),
  z.object({ kind: z.literal('priority'), priority: Priority }),
  z.object({ kind: z.literal('tags'), add: someTags, remove: someTags }),
  /** All that the macro does, but for what it would put where a reply is written. */
  z.object({ kind: z.literal('macro'), macro_id: Id }),
  /** Blocks their customers, as `blockContact`; whoever is blocked for longer stays so. */
  z.object({ kind: z.literal('block'), until: z.nullable(Instant), why: z._default(text(0, 300), '') }),
  /** For good, as `deleteConversation`: it cannot be undone. */
  z.object({ kind: z.literal('delete') }),
])
export type BulkChange = z.infer<typeof BulkChange>

/** As many contacts as one act may change, and as many of them as may be named one by one. */
export const contactBulkMax = 10_000
export const contactsNamedMax = 1_000
const contactTags = z._default(z.array(Id).check(z.maxLength(tagsPerContactMax)), [])
/** What is done to each of several contacts. */
export const ContactBulkChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('contact_tags'), add: contactTags, remove: contactTags }),
  z.object({ kind: z.literal('owner'), owner_id: z.nullable(Id) }),
  /** For good, as `eraseContact`: it cannot be undone. */
  z.object({ kind: z.literal('erase') }),
])
export type ContactBulkChange = z.infer<typeof ContactBulkChange>

/** One change of several conversations or contacts, done in the background, one after the other. */
export const BulkAction = z.object({
  id: Id,
  integration_id: Id,
  list: ListOf,
  change: z.union([BulkChange, ContactBulkChange]),
  state: z.enum(['running', 'done', 'undoing', 'undone']),
  /** How many it is about; once it is being undone, how many it had changed. */
  total: z.int(),
  /** How many of these it has been through. */
  done: z.int(),
  /** How many are not as they were: one that was so already, or that the change is refused for, is not. */
  changed: z.int(),
  /** How many were left because they were to be resolved and something that the team requires is empty. */
  incomplete: z.int(),
  created_at: Time,
  /** Grows with every change, so that an older event never overwrites newer news. */
  version: z.int(),
})
export type BulkAction = z.infer<typeof BulkAction>

/** A list of the inbox, as `listConversations` takes it. */
const WholeList = z.extend(ConversationFilter, { view: z._default(InboxView, 'all'), time_zone: TimeZone })

/**
 * Changes several conversations: those named (what is not there is left out), the newest `bulkMax` of a whole list as
 * it is now, or what an earlier act has left. The id is the sender's choice: a repeated call answers the act that is there.
 *
 * @throws Problem `forbidden`: deleting takes a right of its own · `not_found`: none of them is there ·
 * `invalid_input` on the field of `change`, or on `conversation_ids` when not exactly one of the three is named
 */
export const startBulkAction = route({
  method: 'POST',
  path: '/api/integration/:integration_id/bulk-act',
  input: z.object({
    id: Id,
    change: BulkChange,
    conversation_ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(bulkNamedMax))),
    list: z.optional(WholeList),
    /** Those that an earlier act of the caller could not resolve, because required fields are empty. */
    left_by: z.optional(Id),
  }),
  output: BulkAction,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/** What an act of one's own could not resolve, because required fields are empty. */
export const listIncomplete = route({
  method: 'GET',
  path: '/api/integration/:integration_id/bulk-act/:bulk_act_id/incomplete',
  output: z.object({
    /** The first `bulkNamedMax`. */
    conversation_ids: z.array(Id),
    /** Required fields that are empty in some of them. */
    fields: z.array(z.object({ id: Id, name: z.string() })),
  }),
  problems: ['not_found', 'forbidden'],
})
/**
 * The same with contacts: those named, or the `contactBulkMax` of a whole list who were seen last.
 *
 * @throws Problem `forbidden`: erasing takes a right of its own · `confirm_identity`: erasing without a recent confirmation ·
 * `not_found`, `invalid_input` as `startBulkAction`, on `contact_ids`
 */
export const startContactBulkAction = route({
  method: 'POST',
  path: '/api/integration/:integration_id/contact-bulk-act',
  input: z.object({
    id: Id,
    change: ContactBulkChange,
    contact_ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(contactsNamedMax))),
    list: z.optional(ContactsQuery),
  }),
  output: BulkAction,
  problems: ['not_found', 'forbidden', 'invalid_input', 'confirm_identity'],
})
/** How far one's own act has come. It is kept for a day. */
export const getBulkAction = route({
  method: 'GET',
  path: '/api/integration/:integration_id/bulk-act/:bulk_act_id',
  output: BulkAction,
  problems: ['not_found', 'forbidden'],
})
/**
 * Makes all that it changed as they were before. One that somebody has changed again since stays as it is; who was
 * erased and what was deleted does not come back. An act that still runs stops first. Repeated, it answers the act.
 */
export const undoBulkAction = route({
  method: 'POST',
  path: '/api/integration/:integration_id/bulk-act/:bulk_act_id/undo',
  output: BulkAction,
  problems: ['not_found', 'forbidden'],
})
/** An act has come further. */
export const bulkActionChanged = event('BulkActChanged', {
  data: BulkAction,
  channel: workspaceChannel,
})
