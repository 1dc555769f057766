import { type Input, Problem, type SuggestedReply } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { checkReply, findReply, keepReply } from '#features/canned-replies'
import { keepFiles } from '#features/files'
import type { MemberActor } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import * as service from './service.ts'

/* Canned replies of the team's, as somebody would have them. */

const contentOf = ({
  shortcut,
  title,
  body,
  attachments,
  locale,
}: Omit<SuggestedReply, 'kind'>): SuggestedReply => ({
  kind: 'canned_reply',
  shortcut,
  title,
  body,
  attachments,
  locale,
})

export const suggestCannedReply = (
  ctx: Context,
  actor: MemberActor,
  { suggestion_id, target_id, ...words }: Input<typeof contract.suggestCannedReply>,
) =>
  ctx.transaction(async (tx) => {
    const { integration_id } = actor
    const target = target_id && (await findReply(tx, { integration_id, canned_reply_id: target_id }))
    if (target_id && (!target || target.owner_id !== null)) throw new Problem('not_found')
    const what = { suggestion_id, target_id, field: 'shortcut' }
    return service.suggest(ctx, tx, actor, what, async (before) => {
      const { file_ids } = words
      await checkReply(tx, actor, target_id ?? suggestion_id, words)
      // Whoever decides on it may look into them, and whoever answers is to send them.
      const attachments = await keepFiles(ctx, tx, actor, { file_ids, is_shared: true, before })
      return { content: contentOf({ ...words, attachments }), file_ids }
    })
  })

export const acceptCannedReply = (
  ctx: Context,
  actor: MemberActor,
  { suggestion_id, ...words }: Input<typeof contract.acceptCannedReply>,
) =>
  service.accept(ctx, actor, suggestion_id, async (tx, { content, target_id }) => {
    if (content.kind !== 'canned_reply') return undefined
    const { integration_id } = actor
    const target = target_id && (await findReply(tx, { integration_id, canned_reply_id: target_id }))
    // What somebody keeps for themselves meanwhile is not touched; what is gone comes back as the same.
    const canned_reply_id = (target && target.owner_id !== null ? null : target_id) ?? crypto.randomUUID()
    const kept = { ...words, integration_id, canned_reply_id, is_shared: true }
    const reply = await keepReply(ctx, tx, actor, kept)
    return { content: contentOf(reply), name: reply.title }
  })
