import { type Input, Problem, tagChanged, tagDeleted, tagMerged, tagsMax } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import { lockIntegration, type MemberActor } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { definedFields } from '#platform/defined-fields.ts'
import { validationError } from '#platform/http/validation-error.ts'
import * as store from './store.ts'

const keyOf = ({ integration_id }: MemberActor, { tag_id }: { tag_id: string }): store.TagKey => ({
  integration_id,
  tag_id,
})
/** Call it after `assertNameIsFree`, which locks the workspace. */
async function assertHasRoom(tx: Tx, integration_id: string) {
  if ((await store.countAll(tx, integration_id)) >= tagsMax)
    throw validationError('name', `too_many:${tagsMax}`)
}
async function assertNameIsFree(tx: Tx, integration_id: string, name: string, except_id?: string) {
  await lockIntegration(tx, integration_id)
  if (await store.isNameTaken(tx, integration_id, name, except_id))
    throw validationError('name', 'name_taken')
}

export const listTags = (ctx: Context, { integration_id }: MemberActor) =>
  store.listTags(ctx.db, integration_id)
export const countTags = (ctx: Context, actor: MemberActor) => store.countUses(ctx.db, actor)

/** @throws Problem `invalid_input` on `name` if taken, or the limit is reached */
export const createTag = (
  ctx: Context,
  actor: MemberActor,
  { name, color }: Input<typeof contract.createTag>,
) =>
  ctx.transaction(async (tx) => {
    const { integration_id } = actor
    await assertNameIsFree(tx, integration_id, name)
    await assertHasRoom(tx, integration_id)
    const created_at = isoNow(ctx)
    const tag = await store.insertTag(tx, { integration_id, name, color, created_at })
    await record(ctx, tx, actor, { action: 'tag_created', subject: name })
    tx.emit(tagChanged, tag)
    return tag
  })

/** @throws Problem `invalid_input` on `name` if taken */
export const updateTag = (
  ctx: Context,
  actor: MemberActor,
  { name, color, tag_id }: Input<typeof contract.updateTag>,
) =>
  ctx.transaction(async (tx) => {
    if (name !== undefined) await assertNameIsFree(tx, actor.integration_id, name, tag_id)
    const changes = definedFields({ name, color })
    const tag = await store.changeTag(tx, keyOf(actor, { tag_id }), changes)
    if (!tag) throw new Problem('not_found')
    await record(ctx, tx, actor, {
      action: 'tag_changed',
      subject: tag.name,
      details: { fields: Object.keys(changes).join(' ') },
    })
    tx.emit(tagChanged, tag)
    return tag
  })

export const deleteTag = (ctx: Context, actor: MemberActor, input: Input<typeof contract.deleteTag>) =>
  ctx.transaction(async (tx) => {
    const deleted_at = isoNow(ctx)
    const tag = await store.changeTag(tx, keyOf(actor, input), { deleted_at })
    if (!tag) throw new Problem('not_found')
    await record(ctx, tx, actor, { action: 'tag_deleted', subject: tag.name })
    tx.emit(tagDeleted, { id: tag.id, integration_id: tag.integration_id })
    return null
  })

/** @throws Problem `invalid_input` on `name` if taken by another tag in the meantime, or the limit is reached */
export const restoreTag = (ctx: Context, actor: MemberActor, input: Input<typeof contract.restoreTag>) =>
  ctx.transaction(async (tx) => {
    const deleted = await store.findDeleted(keyOf(actor, input), tx)
    if (!deleted) throw new Problem('not_found')
    await assertNameIsFree(tx, actor.integration_id, deleted.name)
    await assertHasRoom(tx, actor.integration_id)
    const tag = await store.changeTag(tx, keyOf(actor, input), { deleted_at: null }, true)
    if (!tag) throw new Problem('not_found')
    await record(ctx, tx, actor, { action: 'tag_restored', subject: tag.name })
    tx.emit(tagChanged, tag)
    return tag
  })

/** @throws Problem `invalid_input` on `into_id` if the same, or the workspace has no such tag */
export const mergeTag = (
  ctx: Context,
  actor: MemberActor,
  { tag_id, into_id }: Input<typeof contract.mergeTag>,
) =>
  ctx.transaction(async (tx) => {
    const { integration_id } = actor
    await lockIntegration(tx, integration_id)
    const [from] = await store.findTags(tx, integration_id, [tag_id])
    if (!from) throw new Problem('not_found')
    const [into] = tag_id === into_id ? [] : await store.findTags(tx, integration_id, [into_id])
    if (!into) throw validationError('into_id', 'tag_unknown')
    await store.replaceTag(tx, { integration_id, tag_id }, into_id)
    await record(ctx, tx, actor, { action: 'tag_merged', subject: from.name, details: { into: into.name } })
    tx.emit(tagMerged, { id: tag_id, integration_id, into_id })
    return into
  })
