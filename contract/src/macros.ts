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
/** As many of the team's and of everybody's own in one workspace. */
export const macrosMax = 500
export const macroSnoozeMax_h = 24 * 90

const Body = text(1, replyBodyCharsMax)
const Tags = z._default(z.array(Id).check(z.maxLength(tagsPerConversationMax)), [])
/** One thing that a macro does. Texts may have places, as those of canned replies. */
export const MacroAction = z.discriminatedUnion('kind', [
  /** Sent as it is, or put where a reply is written. */
  z.object({ kind: z.literal('reply'), body: Body, is_sent: z.boolean() }),
  z.object({ kind: z.literal('note'), body: Body }),
  /** `me` is whoever runs it. */
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
  /** Whose own it is; null: the team's. */
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
 * Makes the macro with this id, or another one of it. Everybody who answers keeps their own; the team's are kept
 * by whoever keeps its canned replies.
 *
 * @throws Problem `invalid_input` on `name`: taken, or there are `macrosMax`; on `actions`: two of a kind, both a
 * status and a snooze, or a member, team or tag that is not there; on `file_ids`: one is not there, or somebody else's
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
/** Some macro is new, other or gone: whoever holds the list reads it again, since each sees a list of their own. */
export const macrosChanged = event('MacrosChanged', {
  data: z.object({ integration_id: Id }),
  channel: workspaceChannel,
})

/**
 * Does all that a macro does, or nothing. The id is the sender's choice: a repeated call does nothing more. A reply
 * that it sends goes as replies do: at once to somebody on the site, else after a few seconds.
 *
 * @throws Problem `invalid_input` on `fields.{id}` when it resolves and something required is empty; `fields` may
 * bring it along
 */
export const runMacro = route({
  method: 'POST',
  path: '/api/integration/:integration_id/conversation/:conversation_id/macro',
  input: z.object({ id: Id, macro_id: Id, fields: z.optional(FieldChanges) }),
  output: z.object({
    conversation: Conversation,
    /** What is to be put where a reply is written. */
    text: z.nullable(z.string()),
    /** What is to be put beside it. */
    attachments: z.array(Attachment),
  }),
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/**
 * Makes the conversation as it was before, as far as nobody has changed it again since. What was sent and noted
 * stays; a reply that has not gone yet does not go. Repeated, it changes nothing more.
 */
export const undoMacro = route({
  method: 'POST',
  path: '/api/integration/:integration_id/conversation/:conversation_id/macro/:run_id/undo',
  output: Conversation,
  problems: ['not_found', 'forbidden'],
})
