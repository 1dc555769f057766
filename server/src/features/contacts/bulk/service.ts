import {
  type BulkAct,
  contactBulkMax,
  type ContactBulkChange,
  type Input,
  may,
  Problem,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { mustBeConfirmed } from '#features/accounts'
import { findAct, startAct } from '#features/bulk-acts'
import { findKnown, listPlaces, wantedBy } from '#features/contacts'
import { findMember, type MemberActor } from '#features/integrations'
import { hasTags } from '#features/tags'
import type { Context } from '#platform/context/context.ts'
import { changeContactsNow } from './jobs.ts'

/**
 * @throws Problem `forbidden`, `confirm_identity` for erasing · `invalid_input` if the change refers to
 * something that doesn't exist
 */
async function checkChange(
  ctx: Context,
  { integration_id, role, session }: MemberActor,
  change: ContactBulkChange,
): Promise<void> {
  if (change.kind === 'erase') {
    if (!may(role, 'contacts.erase')) throw new Problem('forbidden')
    mustBeConfirmed(ctx, session)
  }
  if (
    change.kind === 'owner' &&
    change.owner_id &&
    !(await findMember(ctx.db, integration_id, change.owner_id))
  )
    throw new Problem('invalid_input', { owner_id: ['not_a_member'] })
  if (change.kind === 'contact_tags' && !(await hasTags(ctx.db, integration_id, change.add)))
    throw new Problem('invalid_input', { add: ['tag_unknown'] })
}

export async function startContactBulkAct(
  ctx: Context,
  actor: MemberActor,
  { id, change, contact_ids, list }: Input<typeof contract.startContactBulkAct>,
): Promise<BulkAct> {
  if ((contact_ids === undefined) === (list === undefined))
    throw new Problem('invalid_input', { contact_ids: ['required'] })
  const first = await findAct(ctx, actor, id)
  if (first) return first
  await checkChange(ctx, actor, change)
  const subject_ids = list
    ? (
        await listPlaces(ctx.db, actor, {
          wanted: wantedBy(ctx, actor, list),
          sort: 'last_seen',
          limit: contactBulkMax,
        })
      ).map((place) => place.id)
    : await findKnown(ctx.db, actor, contact_ids ?? [])
  return startAct(ctx, actor, { id, list: 'contacts', change, subject_ids }, changeContactsNow)
}
