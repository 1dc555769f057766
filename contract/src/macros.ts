import * as z from 'zod/mini'
import { workspaceChannel } from './channels.ts'
import { replyBodyCharsMax } from './canned-replies.ts'
import { Conversation, MessageFiles, Priority } from './conversations/conversations.ts'
import { Id, text, Time } from './fields.ts'
import { Attachment } from './files.ts'
import { event, Nothing, route } from './api.ts'
import { FieldChanges } from './filters/custom-fields.ts'
import { tagsPerConversationMax } from './tags.ts'

/*
 * Several acts on a conversation under one name.
 */

export const macroNameCharsMax = 60
export const macroActionsMax = 10
/** The most shared macros of a workspace, and the most of each member. */
export const macrosMax = 500
export const macroSnoozeMax_h = 24 * 90

const Body = text(1, replyBodyCharsMax)
const Tags = z._default(z.array(Id).check(z.maxLength(tagsPerConversationMax)), [])
/** One thing that a macro does. Texts may have places, as those of canned replies. */
export const MacroAction = z.discriminatedUnion('kind', [
  /** Sent as is, or put into the composer. */
  z.object({ kind: z.literal('reply'), body: Body, is_sent: z.boolean() }),
  z.object({ kind: z.literal('note'), body: Body }),
  /** `me` is the member who runs it. */
  z.object({ kind: z.literal('assignee'), assignee_id: z.nullable(z.union([z.literal('me'), Id])) }),
  z.object({ kind: z.literal('team'), team_id: z.nullable(Id) }),
  z.object({ kind: z.literal('tags'), add: Tags, remove: Tags }),
  z.object({ kind: z.literal('priority'), priority: Priority }),
  z.object({ kind: z.literal('status'), status: z.enum(['open', 'resolved', 'spam']) }),
  z.object({ kind: z.literal('snooze'), hours: z.int().check(z.gte(1), z.lte(macroSnoozeMax_h)) }),
])
export type MacroAction = z.infer<typeof MacroAction>

export const Macro = z.object({
  id: Id,
  integration_id: Id,
  /** Unique among what one member sees, without regard to case and diacritics. */
  name: z.string(),
  /** At most one of a kind; they are done in the order of `MacroAction`. */
  actions: z.array(MacroAction),
  /** What goes with its reply, in this order. */
  attachments: z.array(Attachment),
  /** Its owner; null if it is shared with the team. */
  owner_id: z.nullable(Id),
  updated_at: Time,
})
export type Macro = z.infer<typeof Macro>

/** The team's and one's own, by name. */
export const listMacros = route({
  method: 'GET',
  path: '/api/integration/:integration_id/macro',
  output: z.array(Macro),
  problems: ['not_found'],
})
/**
 * Creates or updates the macro with this id. Members who can reply manage their own; shared ones need the right
 * to manage canned replies.
 * @throws Problem `invalid_input` on `name`: taken, or there are `macrosMax`; on `actions`: two of one kind,
 * both a status and a snooze, or a member, team or tag that doesn't exist; on `file_ids`: one doesn't exist or
 * belongs to someone else
 */
export const saveMacro = route({
  method: 'PUT',
  path: '/api/integration/:integration_id/macro/:macro_id',
  input: z.object({
    name: text(1, macroNameCharsMax),
    actions: z.array(MacroAction).check(z.minLength(1), z.maxLength(macroActionsMax)),
    /** As those of a canned reply; none without a reply. */
    file_ids: MessageFiles,
    is_shared: z.boolean(),
  }),
  output: Macro,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const deleteMacro = route({
  method: 'DELETE',
  path: '/api/integration/:integration_id/macro/:macro_id',
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
/**
 * A macro was created, changed or deleted. Clients reload their list, because each member sees a different one.
 */
export const macrosChanged = event('MacrosChanged', {
  data: z.object({ integration_id: Id }),
  channel: workspaceChannel,
})

/**
 * Runs all actions of a macro, or none. The caller chooses the id; a repeated call does nothing more. A reply
 * is sent as usual: immediately to a customer who is online, otherwise after a few seconds.
 * @throws Problem `invalid_input` on `fields.{id}` if it resolves the conversation and a required field is
 * empty; `fields` can provide it
 */
export const runMacro = route({
  method: 'POST',
  path: '/api/integration/:integration_id/conversation/:conversation_id/macro',
  input: z.object({ id: Id, macro_id: Id, fields: z.optional(FieldChanges) }),
  output: z.object({
    conversation: Conversation,
    /** The text for the composer. */
    text: z.nullable(z.string()),
    /** The files for the composer. */
    attachments: z.array(Attachment),
  }),
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/**
 * Restores the conversation except what was changed again since. Sent messages and notes stay; a reply still in
 * its undo window is not sent. Repeating the call changes nothing.
 */
export const undoMacro = route({
  method: 'POST',
  path: '/api/integration/:integration_id/conversation/:conversation_id/macro/:run_id/undo',
  output: Conversation,
  problems: ['not_found', 'forbidden'],
})
