import { cannedRepliesChanged, cannedRepliesMax, type Input, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { recordSharedItem } from '#features/audit-log'
import { attachStoredFiles, detachFiles } from '#features/files'
import { assertCanEditShared, lockIntegration, type MemberActor } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import * as store from './store.ts'

/** For shared items. */
const right = 'knowledge.manage'

export const listCannedReplies = (ctx: Context, { integration_id, user_id }: MemberActor) =>
  store.listReplies(ctx.db, integration_id, user_id)

/**
 * The reply, if the caller can change it.
 *
 * @throws Problem `not_found` for someone else's personal reply · `forbidden` for a shared one
 */
async function findEditable(tx: Tx, actor: MemberActor, key: store.Key) {
  const reply = await store.findReply(tx, key)
  if (reply) assertCanEditShared(actor, reply, right)
  return reply
}

type ReplyText = Pick<store.ReplyRow, 'shortcut' | 'body' | 'file_ids'>
/** @throws Problem `invalid_input` on `shortcut` or `body` if this member can't save the reply */
export async function checkReply(
  tx: Tx,
  { integration_id, user_id }: MemberActor,
  canned_reply_id: string,
  { shortcut, body, file_ids }: ReplyText,
): Promise<void> {
  const key = { integration_id, canned_reply_id }
  if (await store.isShortcutTaken(tx, key, user_id, shortcut))
    throw validationError('shortcut', 'shortcut_taken')
  if (!body && file_ids.length === 0) throw validationError('body', 'required')
}

/**
 * @throws Problem `forbidden` for a shared reply without the right · `invalid_input` on `shortcut`, `body` or
 * `file_ids`
 */
export async function saveReply(
  ctx: Context,
  tx: Tx,
  actor: MemberActor,
  { canned_reply_id, is_shared, ...text }: Input<typeof contract.saveCannedReply>,
) {
  const { integration_id, user_id } = actor
  const key = { integration_id, canned_reply_id }
  const owner_id = is_shared ? null : user_id
  assertCanEditShared(actor, { owner_id }, right)
  await lockIntegration(tx, integration_id)
  const before = await findEditable(tx, actor, key)
  await checkReply(tx, actor, canned_reply_id, text)
  if (!before && (await store.countReplies(tx, integration_id)) >= cannedRepliesMax)
    throw validationError('shortcut', `too_many:${cannedRepliesMax}`)
  const { shortcut, title, body, locale, file_ids } = text
  const files = { file_ids, is_shared, before: before?.file_ids }
  const attachments = await attachStoredFiles(ctx, tx, actor, files)
  const reply = await store.upsertReply(tx, {
    integration_id,
    id: canned_reply_id,
    owner_id,
    shortcut,
    title,
    body,
    attachments,
    locale,
    updated_at: isoNow(ctx),
  })
  await recordSharedItem(ctx, tx, actor, {
    item: 'canned_reply',
    subject: title,
    before,
    after: { owner_id },
  })
  tx.emit(cannedRepliesChanged, { integration_id })
  return reply
}

export const saveCannedReply = (
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.saveCannedReply>,
) => ctx.transaction((tx) => saveReply(ctx, tx, actor, input))

export const deleteCannedReply = (
  ctx: Context,
  actor: MemberActor,
  { canned_reply_id }: Input<typeof contract.deleteCannedReply>,
) =>
  ctx.transaction(async (tx) => {
    const { integration_id } = actor
    const key = { integration_id, canned_reply_id }
    const reply = await findEditable(tx, actor, key)
    if (!reply) throw new Problem('not_found')
    await store.deleteReply(tx, key)
    await recordSharedItem(ctx, tx, actor, { item: 'canned_reply', subject: reply.title, before: reply })
    await detachFiles(ctx, tx, integration_id, reply.file_ids)
    tx.emit(cannedRepliesChanged, { integration_id })
    return null
  })
