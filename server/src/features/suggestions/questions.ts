import type { Input } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { resolveSuggested, suggestFor } from '#features/assistant'
import { addQuestion } from '#features/data-sources'
import type { MemberActor } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import * as service from './service.ts'

/* Suggested question–answer pairs for the assistant. */

export const suggestAnswer = (
  ctx: Context,
  actor: MemberActor,
  { suggestion_id, question, alternatives, answer, unanswered_id }: Input<typeof contract.suggestAnswer>,
) =>
  ctx.transaction(async (tx) => {
    const content = { kind: 'question', question, alternatives, answer } as const
    const what = { suggestion_id, target_id: null, field: 'question' }
    const suggestion = await service.suggest(ctx, tx, actor, what, () =>
      Promise.resolve({ content, file_ids: [] }),
    )
    if (unanswered_id) await suggestFor(tx, actor.integration_id, unanswered_id, suggestion_id)
    return suggestion
  })

export const acceptAnswer = (
  ctx: Context,
  actor: MemberActor,
  { suggestion_id, question, alternatives, answer }: Input<typeof contract.acceptAnswer>,
) =>
  service.accept(ctx, actor, suggestion_id, async (tx, suggestion) => {
    if (suggestion.content.kind !== 'question') return undefined
    const words = { question, alternatives, answer }
    const { name } = await addQuestion(ctx, tx, actor, { id: crypto.randomUUID(), ...words })
    await resolveSuggested(tx, actor.integration_id, suggestion_id)
    return { content: { kind: 'question', ...words }, name }
  })
