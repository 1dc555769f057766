import { type Input, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { formText, readForm } from '@ozvi/contract/scenario-forms'
import type { Db } from '#platform/context/context.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { getOwnConversation } from '../record/get-conversation.ts'
import { findForm } from './message-store.ts'

/**
 * Returns a message that fills in a form with the answers as its text. Other messages are returned unchanged.
 *
 * @throws Problem `not_found` if it is someone else's conversation
 * @throws Problem `invalid_input` on `form_values` if the message in `reply_to` has no form; on
 *   `form_values.{field_id}` of each field that isn't filled in correctly
 */
export async function readFormReply(
  db: Db,
  visitor: { integration_id: string; visitor_id: string },
  input: Input<typeof contract.sendVisitorMessage>,
): Promise<Input<typeof contract.sendVisitorMessage>> {
  const { form_values, conversation_id, reply_to, locale } = input
  if (!form_values) return input
  await getOwnConversation(db, visitor, conversation_id)
  const key = { integration_id: visitor.integration_id, conversation_id }
  const form = reply_to ? await findForm(db, key, reply_to) : undefined
  if (!form) throw validationError('form_values', 'choice_invalid')
  const { answers, errors } = readForm(form, form_values, locale)
  if (errors.size > 0)
    throw new Problem(
      'invalid_input',
      Object.fromEntries([...errors].map(([id, code]) => [`form_values.${id}`, [code]])),
    )
  return { ...input, body: formText(answers) || '–' }
}
