import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { replyBodyCharsMax } from '../canned-replies/canned-replies.ts'
import { Conversation, Priority } from '../conversations/conversations.schema.ts'
import { MessageFiles } from '../conversations/messages.schema.ts'
import { Id, text, Time } from '../fields.schema.ts'
import { Attachment } from '../files/files.schema.ts'
import { FieldChanges } from '../filters/custom-fields.schema.ts'
import { macroActionsMax, macroNameCharsMax, macroSnoozeMax_h } from './macros.ts'
import { tagsPerConversationMax } from '../tags/tags.ts'

const Body = text(1, replyBodyCharsMax)
const Tags = z._default(z.array(Id).check(z.maxLength(tagsPerConversationMax)), [])
/** An action of a macro. Texts can contain variables, as in canned replies. */
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
  /** Unique among the macros that a member sees, ignoring case and diacritics. */
  name: z.string(),
  /** At most one of each kind. They run in the order of `MacroAction`. */
  actions: z.array(MacroAction),
  /** Files sent with its reply, in order. */
  attachments: z.array(Attachment),
  /** The member who owns it; null if it is shared with the team. */
  owner_id: z.nullable(Id),
  updated_at: Time,
})
export type Macro = z.infer<typeof Macro>
export const listMacros = schemas({
  output: z.array(Macro),
  problems: ['not_found'],
})
export const saveMacro = schemas({
  input: z.object({
    name: text(1, macroNameCharsMax),
    actions: z.array(MacroAction).check(z.minLength(1), z.maxLength(macroActionsMax)),
    /** Works like `file_ids` of a canned reply; ignored if no action is a reply. */
    file_ids: MessageFiles,
    is_shared: z.boolean(),
  }),
  output: Macro,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const deleteMacro = schemas({
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
export const macrosChanged = z.object({ integration_id: Id })
export const runMacro = schemas({
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
export const undoMacro = schemas({
  output: Conversation,
  problems: ['not_found', 'forbidden'],
})
