import {
  type Input,
  can,
  Problem,
  type Suggestion,
  suggestionDecided,
  suggestionsChanged,
  suggestionsMax,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import { toPreview } from '#features/conversations'
import { detachFiles } from '#features/files'
import { type MemberActor, ownAudience } from '#features/integrations'
import { notifySuggestion, resolveSuggestion } from '#features/notifications'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import * as store from './store.ts'

/* The life cycle of suggestions. Each kind has a service that validates its content and saves an accepted one. */

export async function listSuggestions(ctx: Context, actor: MemberActor) {
  const { integration_id, user_id } = actor
  const decides = can(actor, 'knowledge.manage')
  const [waiting, decided] = await Promise.all([
    store.listWaiting(ctx.db, integration_id, decides ? undefined : user_id),
    store.listDecided(ctx.db, integration_id, user_id),
  ])
  return [...waiting, ...decided]
}

const nameOf = ({ content }: Pick<Suggestion, 'content'>) =>
  content.kind === 'question' ? content.question : content.title

/**
 * Submits a suggestion, replacing an earlier one with this id.
 *
 * @param field the field of the error if too many are pending
 * @param make returns its content and files, given the previous files
 * @throws Problem `not_found` for someone else's · `invalid_input` on `state` if already accepted; on `field`
 * if too many are pending
 */
export async function suggest(
  ctx: Context,
  tx: Tx,
  actor: MemberActor,
  what: { suggestion_id: string; target_id: string | null; field: string },
  make: (file_ids: string[]) => Promise<{ content: Suggestion['content']; file_ids: string[] }>,
): Promise<Suggestion> {
  const { integration_id, user_id, name } = actor
  const { suggestion_id, target_id, field } = what
  await store.lockSuggestions(tx, integration_id)
  const before = await store.findSuggestion(tx, { integration_id, suggestion_id })
  if (before && before.by_id !== user_id) throw new Problem('not_found')
  if (before?.state === 'accepted') throw validationError('state', 'suggestion_decided')
  if (before?.state !== 'suggested' && (await store.countWaiting(tx, integration_id)) >= suggestionsMax)
    throw validationError(field, `too_many:${suggestionsMax}`)
  const suggestion = await store.upsertSuggestion(tx, {
    target_id,
    ...(await make(before?.file_ids ?? [])),
    integration_id,
    id: suggestion_id,
    by_id: user_id,
    by_name: name,
    suggested_at: isoNow(ctx),
  })
  tx.emit(suggestionsChanged, { integration_id })
  await notifySuggestion(ctx, tx, {
    kind: 'suggested',
    integration_id,
    suggestion_id,
    topic: suggestion.content.kind,
    actor_name: name,
    preview: toPreview(nameOf(suggestion)),
    by_id: user_id,
  })
  return suggestion
}

/** @throws Problem `not_found` · `invalid_input` on `state` if already decided differently */
async function decide(
  ctx: Context,
  tx: Tx,
  actor: MemberActor,
  { suggestion_id, state }: { suggestion_id: string; state: 'accepted' | 'declined' },
  action: (suggestion: Suggestion & { file_ids: string[] }) => Promise<Partial<Suggestion>>,
): Promise<Suggestion> {
  const { integration_id, user_id, name } = actor
  const key = { integration_id, suggestion_id }
  await store.lockSuggestions(tx, integration_id)
  const suggestion = await store.findSuggestion(tx, key)
  if (!suggestion) throw new Problem('not_found')
  const { file_ids, ...fields } = suggestion
  if (fields.state === state) return fields
  if (fields.state !== 'suggested') throw validationError('state', 'suggestion_decided')
  const { content, reason = '' } = await action(suggestion)
  const decided = await store.updateSuggestion(tx, key, {
    state,
    reason,
    ...(content ? { content: JSON.stringify(content), file_ids: [] } : {}),
    decided_by_name: name,
    decided_at: isoNow(ctx),
  })
  if (content) await detachFiles(ctx, tx, integration_id, file_ids)
  tx.emit(suggestionsChanged, { integration_id })
  await resolveSuggestion(ctx, tx, key)
  if (decided.by_id) {
    tx.emit(
      suggestionDecided,
      decided,
      { user_id: decided.by_id },
      ownAudience(key.integration_id, decided.by_id),
    )
    await notifySuggestion(ctx, tx, {
      kind: state,
      ...key,
      topic: decided.content.kind,
      actor_name: name,
      preview: toPreview(nameOf(decided)),
      by_id: user_id,
      author_id: decided.by_id,
    })
  }
  return decided
}

/**
 * @param keep saves it as a shared item and returns its content and name
 * @throws Problem `not_found` · `invalid_input` on `state` if declined; as `keep`
 */
export const accept = (
  ctx: Context,
  actor: MemberActor,
  suggestion_id: string,
  keep: (
    tx: Tx,
    suggestion: Suggestion,
  ) => Promise<{ content: Suggestion['content']; name: string } | undefined>,
): Promise<Suggestion> =>
  ctx.transaction((tx) =>
    decide(ctx, tx, actor, { suggestion_id, state: 'accepted' }, async (suggestion) => {
      const saved = await keep(tx, suggestion)
      if (!saved) throw new Problem('not_found')
      const { content, name } = saved
      const line = { subject: name, details: { kind: content.kind, by: suggestion.by_name } }
      await record(ctx, tx, actor, { action: 'suggestion_accepted', ...line })
      return { content }
    }),
  )

export const declineSuggestion = (
  ctx: Context,
  actor: MemberActor,
  { suggestion_id, reason }: Input<typeof contract.declineSuggestion>,
) =>
  ctx.transaction((tx) =>
    decide(ctx, tx, actor, { suggestion_id, state: 'declined' }, () => Promise.resolve({ reason })),
  )

export const withdrawSuggestion = (
  ctx: Context,
  { integration_id, user_id }: MemberActor,
  { suggestion_id }: Input<typeof contract.withdrawSuggestion>,
) =>
  ctx.transaction(async (tx) => {
    const key = { integration_id, suggestion_id }
    await store.lockSuggestions(tx, integration_id)
    const suggestion = await store.findSuggestion(tx, key)
    if (suggestion?.by_id !== user_id) throw new Problem('not_found')
    await resolveSuggestion(ctx, tx, key)
    await store.deleteSuggestion(tx, key)
    await detachFiles(ctx, tx, integration_id, suggestion.file_ids)
    tx.emit(suggestionsChanged, { integration_id })
    return null
  })
