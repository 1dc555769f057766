import * as z from 'zod/mini'
import { workspaceChannel } from './channels.ts'
import { MessageFiles } from './conversations/conversations.ts'
import { Id, Locale, text, Time } from './fields.ts'
import { Attachment } from './files.ts'
import { event, Nothing, route } from './api.ts'

export const shortcutCharsMax = 32
export const replyTitleCharsMax = 80
export const replyBodyCharsMax = 4_000
export const cannedRepliesMax = 1_000

/** Something that is written often, kept to be written again. */
export const CannedReply = z.object({
  id: Id,
  integration_id: Id,
  /** Unique among what one member sees, without regard to case and diacritics; without a space. */
  shortcut: z.string(),
  title: z.string(),
  /** Markdown with placeholders such as `{{contact.name|there}}`; empty if it has only files. */
  body: z.string(),
  /** Files sent with it, in order. */
  attachments: z.array(Attachment),
  /** Of the customers it is written for; null: of all. */
  locale: z.nullable(Locale),
  /** Its owner; null if it is shared with the team. */
  owner_id: z.nullable(Id),
  updated_at: Time,
})
export type CannedReply = z.infer<typeof CannedReply>

/** The team's and one's own, by shortcut. */
export const listCannedReplies = route({
  method: 'GET',
  path: '/api/integration/:integration_id/canned-reply',
  output: z.array(CannedReply),
  problems: ['not_found'],
})
/** The content of a reply. */
export const CannedReplyText = z.object({
  shortcut: z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(shortcutCharsMax),
      z.regex(/^[\p{L}\p{N}_-]+$/u, 'shortcut_invalid'),
    ),
  title: text(1, replyTitleCharsMax),
  body: text(0, replyBodyCharsMax),
  /** Uploaded before by the caller, or files of a reply of the team's. Those left out are in it no more. */
  file_ids: MessageFiles,
  locale: z._default(z.nullable(Locale), null),
})
/**
 * Creates or updates the reply with this id. Members who can reply manage their own; shared ones need the right
 * to manage content.
 * @throws Problem `invalid_input` on `shortcut`: taken, or the workspace has `cannedRepliesMax` already; on
 * `body`: neither text nor files; on `file_ids`: one doesn't exist or belongs to someone else
 */
export const saveCannedReply = route({
  method: 'PUT',
  path: '/api/integration/:integration_id/canned-reply/:canned_reply_id',
  input: z.extend(CannedReplyText, { is_shared: z.boolean() }),
  output: CannedReply,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const deleteCannedReply = route({
  method: 'DELETE',
  path: '/api/integration/:integration_id/canned-reply/:canned_reply_id',
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
/**
 * A reply was created, changed or deleted. Clients reload their list, because each member sees a different one.
 */
export const cannedRepliesChanged = event('CannedRepliesChanged', {
  data: z.object({ integration_id: Id }),
  channel: workspaceChannel,
})
