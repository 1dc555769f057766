import {
  type Conversation,
  type ConversationField,
  conversationFieldChanged,
  conversationFieldDeleted,
  type FieldChanges,
  type FieldErrors,
  type Input,
  type Problem,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { sql } from 'kysely'
import type { MemberActor } from '#features/integrations'
import { changesOfValues, fieldsOf } from '#features/custom-fields'
import type { Context, Db, Tx } from '#platform/context/context.ts'
import { assertNoFieldErrors } from '#platform/http/validation-error.ts'
import { appendEvent } from '../messages/append.ts'
import type { Actor } from '../messages/entry.ts'
import { assertChanged, getConversationOrThrow } from './get-conversation.ts'
import { toConversation, type ConversationRow } from './rows.ts'

/* Custom fields of conversations, and which of them are required to resolve. */

export const conversationFields = fieldsOf<ConversationField>('conversation', {
  changed: (tx, field) => tx.emit(conversationFieldChanged, field),
  deleted: (tx, deleted) => tx.emit(conversationFieldDeleted, deleted),
})

export const setConversationFields = (
  ctx: Context,
  actor: MemberActor,
  { conversation_id, fields }: Input<typeof contract.setConversationFields>,
): Promise<Conversation> =>
  ctx.transaction(async (tx) => {
    const previous = await getConversationOrThrow(tx, {
      integration_id: actor.integration_id,
      conversation_id,
    })
    return toConversation(await setFieldsWithTx(ctx, tx, actor, previous, fields))
  })

/**
 * Sets field values and adds an event for the team. A scenario becomes the source of what it sets.
 *
 * @throws Problem `invalid_input` on `fields.{id}` if the field doesn't exist or the value isn't allowed
 */
export async function setFieldsWithTx(
  ctx: Context,
  tx: Tx,
  by: Actor,
  previous: ConversationRow,
  fieldChanges: FieldChanges,
): Promise<ConversationRow> {
  const { integration_id, id: conversation_id } = previous
  const fields = await conversationFields.list(tx, integration_id)
  const { errors, values, changes } = changesOfValues(fields, previous.fields, fieldChanges)
  assertNoFieldErrors(errors)
  if (changes.length === 0) return previous
  const source = by.scenario && { id: by.scenario.id, name: by.scenario.name }
  const sources = Object.fromEntries(
    changes.flatMap(({ field, after }) => (source && after !== null ? [[field, source]] : [])),
  )
  const details = {
    event: 'fields_changed',
    fields: changes.map(({ label, before: was, after }) => ({ label, before: was, after })),
  } as const
  return assertChanged(
    await appendEvent(
      ctx,
      tx,
      { integration_id, conversation_id },
      {
        by,
        details,
        changes: {
          // Merges into the stored values, so concurrent changes to different fields are both kept.
          fields: sql<string>`jsonb_strip_nulls(conversation.fields || ${JSON.stringify(values)}::jsonb)`,
          field_sources: sql<string>`(conversation.field_sources - ${Object.keys(values)}::text[])
        || ${JSON.stringify(sources)}::jsonb`,
        },
      },
    ),
  )
}

/** @throws Problem `invalid_input` on `fields.{id}` if the field doesn't exist or the value isn't allowed */
export async function checkFields(db: Db, integration_id: string, fieldChanges: FieldChanges): Promise<void> {
  const { errors } = changesOfValues(await conversationFields.list(db, integration_id), {}, fieldChanges)
  assertNoFieldErrors(errors)
}

/** @throws Problem `invalid_input` on `fields.{id}` for each required field that is empty */
export async function assertRequiredFields(
  tx: Tx,
  { integration_id, fields }: Pick<ConversationRow, 'integration_id' | 'fields'>,
): Promise<void> {
  const errors: FieldErrors = {}
  for (const { id, name, is_required } of await conversationFields.list(tx, integration_id))
    if (is_required && fields[id] === undefined) errors[`fields.${id}`] = [`required_to_resolve:${name}`]
  assertNoFieldErrors(errors)
}
/** Whether an error comes from missing required fields. */
export const isIncomplete = ({ errors = {} }: Problem): boolean =>
  Object.values(errors).some((codes) => codes.some((code) => code.startsWith('required_to_resolve:')))
