import { type Input, Problem, type SuggestedReply } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { checkReply, findReply, saveReply } from '#features/canned-replies'
import { attachStoredFiles } from '#features/files'
import type { MemberActor } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import * as service from './service.ts'

/* Suggested canned replies for the team. */

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
      // Those who decide can see the files, and those who reply can send them.
      const attachments = await attachStoredFiles(ctx, tx, actor, { file_ids, is_shared: true, before })
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
    // A reply that became personal isn't changed; a deleted one is restored with its id.
    const canned_reply_id = (target && target.owner_id !== null ? null : target_id) ?? crypto.randomUUID()
    const saved = { ...words, integration_id, canned_reply_id, is_shared: true }
    const reply = await saveReply(ctx, tx, actor, saved)
    return { content: contentOf(reply), name: reply.title }
  })
