import { type Input, tagsPerConversationMax } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import { findTags } from '#features/tags'
import type { Context, Tx } from '#platform/context/context.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { appendEvent } from '../messages/append.ts'
import { assertChanged, getConversationOrThrow } from './get-conversation.ts'
import { toConversation } from './rows.ts'
import { lockConversation } from './store.ts'
import type { WorkspaceActor } from './service.ts'

/* Tags and priority of a conversation. Each change is an event the customer doesn't see. */

/**
 * Adds and removes tags. A tag that is both added and removed is removed.
 *
 * @throws Problem `invalid_input` on `add` if a tag doesn't exist in this workspace or the limit is exceeded
 */
export const setTags = (ctx: Context, actor: MemberActor, input: Input<typeof contract.setTags>) =>
  ctx.transaction((tx) => setTagsWithTx(ctx, tx, actor, input))

export async function setTagsWithTx(
  ctx: Context,
  tx: Tx,
  actor: WorkspaceActor,
  input: Input<typeof contract.setTags>,
) {
  const { integration_id } = actor
  const key = { integration_id, conversation_id: input.conversation_id }
  // Locked, so concurrent changes of tags are all kept and counted.
  await lockConversation(tx, key)
  const previous = await getConversationOrThrow(tx, key)
  const remove = previous.tag_ids.filter((id) => input.remove.includes(id))
  const add = [...new Set(input.add)].filter(
    (id) => !previous.tag_ids.includes(id) && !input.remove.includes(id),
  )
  if (add.length + remove.length === 0) return toConversation(previous)
  const tags = await findTags(tx, integration_id, [...previous.tag_ids, ...add])
  const namesOf = (ids: readonly string[]) =>
    ids.flatMap((id) => tags.find((tag) => tag.id === id)?.name ?? [])
  if (namesOf(add).length < add.length) throw validationError('add', 'tag_unknown')
  if (tags.length - namesOf(remove).length > tagsPerConversationMax)
    throw validationError('add', `too_many:${tagsPerConversationMax}`)
  const details = { event: 'tags_changed', tags_added: namesOf(add), tags_removed: namesOf(remove) } as const
  const tag_ids = [...previous.tag_ids.filter((id) => !remove.includes(id)), ...add]
  return toConversation(
    assertChanged(await appendEvent(ctx, tx, key, { by: actor, details, changes: { tag_ids } })),
  )
}

export const setPriority = (ctx: Context, actor: MemberActor, input: Input<typeof contract.setPriority>) =>
  ctx.transaction((tx) => setPriorityWithTx(ctx, tx, actor, input))

export async function setPriorityWithTx(
  ctx: Context,
  tx: Tx,
  actor: WorkspaceActor,
  { conversation_id, priority }: Input<typeof contract.setPriority>,
) {
  const key = { integration_id: actor.integration_id, conversation_id }
  const previous = await getConversationOrThrow(tx, key)
  if (previous.priority === priority) return toConversation(previous)
  const details = { event: 'priority_changed', priority } as const
  return toConversation(
    assertChanged(await appendEvent(ctx, tx, key, { by: actor, details, changes: { priority } })),
  )
}
