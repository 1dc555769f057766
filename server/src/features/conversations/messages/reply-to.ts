import type { MessageDetails } from '@ozvi/contract'
import type { Db } from '#platform/context/context.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { isButton, isMessage } from './message-store.ts'
import type { Key } from '../record/store.ts'

/**
 * The reference stored with a reply. It doesn't copy the text, so edits and deletions of the original show.
 *
 * @param is_visible whether the customer will see the reply; then the original must be visible to them as
 * well
 * @throws Problem `invalid_input` on `reply_to` if it isn't a message of this conversation
 */
export async function replyWithTx(
  db: Db,
  key: Key,
  reply_to: string | null | undefined,
  is_visible: boolean,
): Promise<{ reply_to?: string }> {
  if (!reply_to) return {}
  if (!(await isMessage(db, key, reply_to, is_visible))) throw validationError('reply_to', 'message_absent')
  return { reply_to }
}

/**
 * The reference stored with a customer's message, and the button they chose or what they filled in.
 *
 * @throws Problem `invalid_input` on `reply_to`; on `button_id` if the message in `reply_to` has no such button
 */
export async function visitorReplyWithTx(
  db: Db,
  key: Key,
  { reply_to, button_id, form_values }: Pick<MessageDetails, 'reply_to' | 'button_id' | 'form_values'>,
): Promise<Pick<MessageDetails, 'reply_to' | 'button_id' | 'form_values'>> {
  const reply = await replyWithTx(db, key, reply_to, true)
  // Read before: see `readFormReply`.
  if (form_values) return { ...reply, form_values }
  if (!button_id) return reply
  if (!reply_to || !(await isButton(db, key, reply_to, button_id)))
    throw validationError('button_id', 'choice_invalid')
  return { ...reply, button_id }
}
