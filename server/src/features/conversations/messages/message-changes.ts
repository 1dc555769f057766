import {
  type Input,
  can,
  membersMentioned,
  messageChanged,
  type MessageVersion,
  Problem,
  visitorMessageChanged,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import { notify, updateNotificationPreview } from '#features/notifications'
import { audienceFor } from '#features/visibility'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { forVisitor } from '../reactions/emit.ts'
import { appendEvent } from './append.ts'
import { getAppended } from './entry.ts'
import { lastMessageSummary } from './last-message.ts'
import { mentionedBy, withMentioned } from './mentions.ts'
import * as store from './message-changes-store.ts'
import { previewOf } from './preview.ts'
import { toMessage, type MessageRow, type UpdatedConversation, visitorOf } from '../record/rows.ts'
import { indexedWords } from '../listing/search-words.ts'
import type { Key } from '../record/store.ts'

/*
 * Edits and deletes messages. A change is an entry of the thread, so offline clients receive it like any
 * other. Previous versions are kept for those who may change the message.
 */

type Place = Input<typeof contract.deleteMessage>
const keyOf = ({ integration_id }: MemberActor, { conversation_id }: Place): Key => ({
  integration_id,
  conversation_id,
})

/** @throws Problem `forbidden` if it is a teammate's message and the role doesn't allow changing it */
async function lockEditable(tx: Tx, actor: MemberActor, position: Place): Promise<MessageRow> {
  const message = await store.lockOwnMessage(tx, keyOf(actor, position), position.message_id, actor.user_id)
  if (!message) throw new Problem('not_found')
  if (message.author_id !== actor.user_id && !can(actor, 'messages.moderate')) throw new Problem('forbidden')
  return message
}

interface NewVersion extends Pick<MessageRow, 'body' | 'attachments'> {
  action: MessageVersion['action']
}

/** Stores the previous version, updates the message and emits the change. */
async function changeMessage(
  ctx: Context,
  tx: Tx,
  actor: MemberActor,
  original: MessageRow,
  { action, ...text }: NewVersion,
): Promise<MessageRow> {
  const { integration_id, conversation_id, seq } = original
  const key = { integration_id, conversation_id }
  const by = { by_id: actor.user_id, by_name: actor.name, at: isoNow(ctx) }
  const version = (original.change?.version ?? 0) + 1
  const { body, attachments } = original
  await store.insertVersion(tx, { ...key, seq, version, action, body, attachments, ...by })
  const isDeleted = action === 'deleted'
  const mentions = original.kind === 'note' ? await mentionedBy(tx, actor, text.body) : []
  const { mentions: previous = [], ...details } = original.details
  const message = await store.replaceMessage(
    tx,
    { ...key, seq },
    {
      ...text,
      search_vector: isDeleted ? null : indexedWords(integration_id, text.body),
      details: mentions.length > 0 ? { ...details, mentions } : details,
      change: {
        version,
        is_edited: action === 'edited' || (original.change?.is_edited ?? false),
        is_deleted: isDeleted,
        ...by,
      },
    },
  )
  tx.emit(messageChanged, toMessage(message))
  const appended = getAppended(
    await appendEvent(ctx, tx, key, {
      by: actor,
      details: { event: `message_${action}`, target_id: original.id },
      is_visible: original.is_visible,
      changes: {
        ...withMentioned(mentions),
        ...(await lastMessageSummary(tx, key)).words,
      },
    }),
  )
  if (original.is_visible) {
    const visitor_id = visitorOf(appended.conversation)
    tx.emit(visitorMessageChanged, await forVisitor(tx, message), { visitor_id })
  }
  await updateNotificationPreview(tx, { ...key, seq }, previewOf(text))
  const added = mentions.filter((id) => !previous.includes(id))
  if (added.length > 0) await notifyMentioned(ctx, tx, actor, appended.conversation, { message, added })
  return message
}

/** Notifies the members whom an edited note mentions for the first time. */
async function notifyMentioned(
  ctx: Context,
  tx: Tx,
  { user_id: by_id, name: by_name }: MemberActor,
  conversation: UpdatedConversation,
  { message, added }: { message: MessageRow; added: string[] },
): Promise<void> {
  const { integration_id, conversation_id, seq } = message
  const position = { integration_id, conversation_id, seq, user_ids: added }
  const mentioned = { ...position, by_id, by_name }
  tx.emit(membersMentioned, mentioned, mentioned, audienceFor(conversation))
  await notify(ctx, tx, {
    ...position,
    kind: 'mentioned',
    number: conversation.number,
    actor_name: by_name,
    preview: previewOf(message),
  })
}

/** @throws Problem `invalid_input` on `body` if it is empty or the message is deleted */
export function editMessage(ctx: Context, actor: MemberActor, input: Input<typeof contract.editMessage>) {
  const { body } = input
  return ctx.transaction(async (tx) => {
    const message = await lockEditable(tx, actor, input)
    if (message.change?.is_deleted) throw validationError('body', 'message_deleted')
    if (!body && message.attachments.length === 0) throw validationError('body', 'required')
    if (body === message.body) return toMessage(message)
    const { attachments } = message
    return toMessage(await changeMessage(ctx, tx, actor, message, { action: 'edited', body, attachments }))
  })
}

export function deleteMessage(ctx: Context, actor: MemberActor, input: Place) {
  return ctx.transaction(async (tx) => {
    const message = await lockEditable(tx, actor, input)
    if (message.change?.is_deleted) return toMessage(message)
    const empty = { body: '', attachments: [] }
    return toMessage(await changeMessage(ctx, tx, actor, message, { action: 'deleted', ...empty }))
  })
}

export function restoreMessage(ctx: Context, actor: MemberActor, input: Place) {
  return ctx.transaction(async (tx) => {
    const message = await lockEditable(tx, actor, input)
    if (!message.change?.is_deleted) return toMessage(message)
    const last = (await store.listVersions(tx, message)).findLast(({ action }) => action === 'deleted')
    if (!last) throw new Error('A deleted message has no trace.')
    const { body, attachments } = last
    return toMessage(await changeMessage(ctx, tx, actor, message, { action: 'restored', body, attachments }))
  })
}

/** @throws Problem `forbidden` if the actor can't change the message */
export const listMessageVersions = (ctx: Context, actor: MemberActor, input: Place) =>
  ctx.transaction(async (tx) => store.listVersions(tx, await lockEditable(tx, actor, input)))
