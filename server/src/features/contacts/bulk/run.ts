import { type ContactBulkChange, type ContactChanges, Problem } from '@ozvi/contract'
import { type BulkWork, type Actor, currentViewer } from '#features/bulk-actions'
import { startErasure } from '#features/contacts/data'
import { changeContact, lockContact } from '#features/contacts'
import { canSeeContact } from '#features/visibility'
import type { Tx } from '#platform/context/context.ts'

interface State {
  tag_ids: string[]
  owner_id: string | null
}
const stateOf = async (tx: Tx, integration_id: string, contact_id: string): Promise<State | undefined> => {
  const contact = await lockContact(tx, { integration_id, contact_id })
  return contact && { tag_ids: contact.tag_ids, owner_id: contact.owner_id }
}
const isSame = (a: State, b: State) => a.owner_id === b.owner_id && a.tag_ids.join() === b.tag_ids.join()

/** Returns the change that restores the previous state; undefined where someone has changed the value since. */
function inverseOf(change: ContactBulkChange, before: State, now: State): ContactChanges | undefined {
  if (change.kind === 'contact_tags')
    return {
      add_tag_ids: change.remove.filter((id) => before.tag_ids.includes(id)),
      remove_tag_ids: change.add.filter((id) => !before.tag_ids.includes(id)),
    }
  if (change.kind === 'owner' && now.owner_id === change.owner_id) return { owner_id: before.owner_id }
  return undefined
}

/** @throws Problem `not_found` if the member can't see the contact or make the change anymore */
async function assertStillAllowed(tx: Tx, actor: Actor, { kind }: ContactBulkChange, contact_id: string) {
  const viewer = await currentViewer(tx, actor, kind === 'erase' ? 'contacts.erase' : 'conversations.answer')
  if (!(await canSeeContact(tx, viewer, contact_id))) throw new Problem('not_found')
}
/** Applies one change to many contacts. */
export const changeMany: BulkWork<ContactBulkChange, State> = {
  async change(ctx, tx, actor, { subject_id: contact_id, change }) {
    const { integration_id } = actor
    await assertStillAllowed(tx, actor, change, contact_id)
    const before = await stateOf(tx, integration_id, contact_id)
    if (!before) return 'unchanged'
    if (change.kind === 'erase') {
      const erasing = await startErasure(ctx, tx, actor, contact_id)
      return erasing ? before : 'unchanged'
    }
    const changes =
      change.kind === 'owner'
        ? { owner_id: change.owner_id }
        : { add_tag_ids: change.add, remove_tag_ids: change.remove }
    await changeContact(tx, { integration_id, contact_id }, actor, changes)
    const after = await stateOf(tx, integration_id, contact_id)
    return after && !isSame(before, after) ? before : 'unchanged'
  },
  async revert(_ctx, tx, actor, { subject_id: contact_id, change, before }) {
    const { integration_id } = actor
    const now = await stateOf(tx, integration_id, contact_id)
    const inverse = now && inverseOf(change, before, now)
    const isBack =
      inverse !== undefined &&
      (await changeContact(tx, { integration_id, contact_id }, actor, inverse)) !== undefined
    // Members get back contacts they gave away; others they can no longer see stay unchanged.
    if (isBack) await assertStillAllowed(tx, actor, change, contact_id)
    return isBack
  },
}
