import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { replyBodyCharsMax, replyTitleCharsMax, shortcutCharsMax } from './canned-replies.ts'
import { MessageFiles } from '../conversations/messages.schema.ts'
import { Id, Locale, text, Time } from '../fields.schema.ts'
import { Attachment } from '../files/files.schema.ts'

/** A reply that is stored for reuse. */
export const CannedReply = z.object({
  id: Id,
  integration_id: Id,
  /** Unique among the replies that a member sees, ignoring case and diacritics. Contains no spaces. */
  shortcut: z.string(),
  title: z.string(),
  /** Markdown with placeholders such as `{{contact.name|there}}`; empty if it has only files. */
  body: z.string(),
  /** Files sent with it, in order. */
  attachments: z.array(Attachment),
  /** Language of the customers it is for; null for all. */
  locale: z.nullable(Locale),
  /** The member who owns it; null if it is shared with the team. */
  owner_id: z.nullable(Id),
  updated_at: Time,
})
export type CannedReply = z.infer<typeof CannedReply>
export const listCannedReplies = schemas({
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
  /**
   * Files uploaded by the caller, or files of the team's replies. Files left out are removed from the reply.
   */
  file_ids: MessageFiles,
  locale: z._default(z.nullable(Locale), null),
})
export const saveCannedReply = schemas({
  input: z.extend(CannedReplyText, { is_shared: z.boolean() }),
  output: CannedReply,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const deleteCannedReply = schemas({
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
export const cannedRepliesChanged = z.object({ integration_id: Id })
