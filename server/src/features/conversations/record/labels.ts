import { type Input, Problem, tagsPerConversationMax } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { type RawBuilder, sql } from 'kysely'
import type { MemberActor } from '#features/integrations'
import { findTags } from '#features/tags'
import type { Context, Tx } from '#platform/context/context.ts'
import { appendEvent } from '../messages/append.ts'
import { changed, mustFind } from './must-find.ts'
import { asConversation } from './rows.ts'
import type { Doer } from './service.ts'

/* Tags and priority of a conversation. Each change is an event the customer doesn't see. */

/** Computed from the locked row, so concurrent tag changes are both kept. */
const tagsAfter = (add: readonly string[], remove: readonly string[]): RawBuilder<string[]> =>
  add.reduce(
    (tags, id) =>
      sql<
        string[]
      >`case when conversation.tag_ids @> array[${id}::uuid] then ${tags} else array_append(${tags}, ${id}::uuid) end`,
    remove.reduce(
      (tags, id) => sql<string[]>`array_remove(${tags}, ${id}::uuid)`,
      sql<string[]>`conversation.tag_ids`,
    ),
  )

/**
 * Adds and removes tags. A tag that is both added and removed is removed.
 *
 * @throws Problem `invalid_input` on `add` if a tag doesn't exist in this workspace or the limit is exceeded
 */
export const setTags = (ctx: Context, actor: MemberActor, input: Input<typeof contract.setTags>) =>
  ctx.transaction((tx) => setTagsIn(ctx, tx, actor, input))

export async function setTagsIn(ctx: Context, tx: Tx, actor: Doer, input: Input<typeof contract.setTags>) {
  const { integration_id } = actor
  const key = { integration_id, conversation_id: input.conversation_id }
  const before = await mustFind(tx, key)
  const remove = before.tag_ids.filter((id) => input.remove.includes(id))
  const add = [...new Set(input.add)].filter(
    (id) => !before.tag_ids.includes(id) && !input.remove.includes(id),
  )
  if (add.length + remove.length === 0) return asConversation(before)
  const known = await findTags(tx, integration_id, [...before.tag_ids, ...add])
  const named = (ids: readonly string[]) =>
    ids.flatMap((id) => known.find((tag) => tag.id === id)?.name ?? [])
  if (named(add).length < add.length) throw new Problem('invalid_input', { add: ['tag_unknown'] })
  if (known.length - named(remove).length > tagsPerConversationMax)
    throw new Problem('invalid_input', { add: [`too_many:${tagsPerConversationMax}`] })
  const details = { event: 'tags_changed', tags_added: named(add), tags_removed: named(remove) } as const
  const tag_ids = tagsAfter(add, remove)
  return asConversation(changed(await appendEvent(ctx, tx, key, actor, details, false, { tag_ids })))
}

export const setPriority = (ctx: Context, actor: MemberActor, input: Input<typeof contract.setPriority>) =>
  ctx.transaction((tx) => setPriorityIn(ctx, tx, actor, input))

export async function setPriorityIn(
  ctx: Context,
  tx: Tx,
  actor: Doer,
  { conversation_id, priority }: Input<typeof contract.setPriority>,
) {
  const key = { integration_id: actor.integration_id, conversation_id }
  const before = await mustFind(tx, key)
  if (before.priority === priority) return asConversation(before)
  const details = { event: 'priority_changed', priority } as const
  return asConversation(changed(await appendEvent(ctx, tx, key, actor, details, false, { priority })))
}
