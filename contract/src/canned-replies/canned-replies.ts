import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './canned-replies.schema.ts'

export type { CannedReply } from './canned-replies.schema.ts'

export const shortcutCharsMax = 32
export const replyTitleCharsMax = 80
export const replyBodyCharsMax = 4_000
export const cannedRepliesMax = 1_000

/** Lists the team's canned replies and the caller's own, by shortcut. */
export const listCannedReplies = defineRoute<typeof schema.listCannedReplies>()(
  'GET',
  '/api/integration/:integration_id/canned-reply',
)
/**
 * Creates or updates the reply with this id. Members who can reply manage their own replies; shared ones
 * require the right to manage content.
 * @throws Problem `invalid_input` on `shortcut`: taken, or the workspace has `cannedRepliesMax` already; on
 * `body`: neither text nor files; on `file_ids`: one doesn't exist or belongs to someone else
 */
export const saveCannedReply = defineRoute<typeof schema.saveCannedReply>()(
  'PUT',
  '/api/integration/:integration_id/canned-reply/:canned_reply_id',
)
export const deleteCannedReply = defineRoute<typeof schema.deleteCannedReply>()(
  'DELETE',
  '/api/integration/:integration_id/canned-reply/:canned_reply_id',
)
/**
 * A reply was created, changed or deleted. Clients reload their list, because each member sees a different one.
 */
export const cannedRepliesChanged = defineEvent<typeof schema.cannedRepliesChanged>()(
  'CannedRepliesChanged',
  workspaceChannel,
)
