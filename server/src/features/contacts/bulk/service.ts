import {
  type BulkAction,
  contactBulkMax,
  type ContactBulkChange,
  type Input,
  can,
  Problem,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { assertConfirmed } from '#features/accounts'
import { findAction, startAction } from '#features/bulk-actions'
import { filterVisible, listPositions, contactQueryOf } from '#features/contacts'
import { findMember, type MemberActor, sessionOf } from '#features/integrations'
import { hasTags } from '#features/tags'
import type { Context } from '#platform/context/context.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { changeContactsJob } from './jobs.ts'

/**
 * @throws Problem `forbidden`, `confirm_identity` for erasing · `invalid_input` if the change refers to
 * something that doesn't exist
 */
async function checkChange(ctx: Context, actor: MemberActor, change: ContactBulkChange): Promise<void> {
  const { integration_id } = actor
  if (change.kind === 'erase') {
    if (!can(actor, 'contacts.erase')) throw new Problem('forbidden')
    assertConfirmed(ctx, sessionOf(actor))
  }
  if (
    change.kind === 'owner' &&
    change.owner_id &&
    !(await findMember(ctx.db, integration_id, change.owner_id))
  )
    throw validationError('owner_id', 'not_a_member')
  if (change.kind === 'contact_tags' && !(await hasTags(ctx.db, integration_id, change.add)))
    throw validationError('add', 'tag_unknown')
}

export async function startContactBulkAction(
  ctx: Context,
  actor: MemberActor,
  { id, change, contact_ids, list }: Input<typeof contract.startContactBulkAction>,
): Promise<BulkAction> {
  if ((contact_ids === undefined) === (list === undefined)) throw validationError('contact_ids', 'required')
  const first = await findAction(ctx, actor, id)
  if (first) return first
  await checkChange(ctx, actor, change)
  const subject_ids = list
    ? (
        await listPositions(ctx.db, actor, {
          conditions: contactQueryOf(ctx, actor, list),
          sort: 'last_seen',
          limit: contactBulkMax,
        })
      ).map((position) => position.id)
    : await filterVisible(ctx.db, actor, contact_ids ?? [])
  return startAction(ctx, actor, { id, list: 'contacts', change, subject_ids }, changeContactsJob)
}
