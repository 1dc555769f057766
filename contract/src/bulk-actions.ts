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
/** The change made to each conversation, with the input of the call for a single one. */
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
  /** Blocks the customers as `blockContact` does; longer blocks stay. */
  z.object({ kind: z.literal('block'), until: z.nullable(Instant), why: z._default(text(0, 300), '') }),
  /** Permanently, as `deleteConversation`: it can't be undone. */
  z.object({ kind: z.literal('delete') }),
])
export type BulkChange = z.infer<typeof BulkChange>

/** As many contacts as one act may change, and as many of them as may be named one by one. */
export const contactBulkMax = 10_000
export const contactsNamedMax = 1_000
const contactTags = z._default(z.array(Id).check(z.maxLength(tagsPerContactMax)), [])
/** The change made to each contact. */
export const ContactBulkChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('contact_tags'), add: contactTags, remove: contactTags }),
  z.object({ kind: z.literal('owner'), owner_id: z.nullable(Id) }),
  /** Permanently, as `eraseContact`: it can't be undone. */
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
 * Changes several conversations: the given ones (missing ones are skipped), the newest `bulkMax` of a whole
 * list as it is now, or those an earlier action left incomplete. The caller chooses the id; a repeated call
 * returns the existing action.
 * @throws Problem `forbidden`: deleting needs a separate right · `not_found`: none of them exists ·
 * `invalid_input` on the field of `change`, or on `conversation_ids` unless exactly one of the three is given
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
 * Restores everything the action changed, except what was changed again since; erased contacts and deleted
 * conversations don't come back. A running action is stopped first. Repeating the call returns the action.
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
