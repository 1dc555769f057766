import {
  type ContactChange,
  type ContactChanges,
  countries,
  type FieldErrors,
  tagsPerContactMax,
} from '@ozvi/contract'
import { findMember } from '#features/integrations'
import { changesOfValues } from '#features/custom-fields'
import { findTags } from '#features/tags'
import type { Tx } from '#platform/context/context.ts'
import { assertNoFieldErrors } from '#platform/http/validation-error.ts'
import { contactFields } from './fields.ts'
import * as store from '../store.ts'
import { emitContact, emitVisibilityChange } from '../emit-contact.ts'
import { queueContactWebhook } from '../webhooks.ts'
import type { ChangeAuthor } from '../timeline/timeline-store.ts'
import { recordChange } from '../timeline/timeline.ts'

type Changed = ContactChange['changes'][number]
type StoredContact = NonNullable<Awaited<ReturnType<typeof store.lockContact>>>

/**
 * Updates fields of a contact, adds the changes to the timeline and notifies the team. Unchanged values are
 * no change.
 *
 * @param event the event sent to webhooks
 * @returns name and address afterwards; undefined if the contact doesn't exist
 * @throws Problem `invalid_input` by field, as documented for `updateContact` in the contract
 */
export async function changeContact(
  tx: Tx,
  key: store.Key,
  author: ChangeAuthor,
  { fields, add_tag_ids = [], remove_tag_ids = [], ...values }: ContactChanges & { kind?: 'lead' | 'user' },
  event: 'contact.created' | 'contact.updated' = 'contact.updated',
) {
  const before = await store.lockContact(tx, key)
  if (!before) return undefined
  const tag_ids = [...new Set([...before.tag_ids, ...add_tag_ids])].filter(
    (id) => !remove_tag_ids.includes(id),
  )
  const isTagged = tag_ids.join() !== before.tag_ids.join()
  const tags = isTagged ? await tagChanges(tx, key, before.tag_ids, tag_ids) : { errors: {}, changes: [] }
  const definitions = fields ? await contactFields.list(tx, key.integration_id) : []
  const customFields = changesOfValues(definitions, before.fields, fields)
  assertNoFieldErrors({
    ...(await builtInErrors(tx, key, before, values)),
    ...tags.errors,
    ...customFields.errors,
  })
  const changes = [
    ...(await builtInChanges(tx, key, before, values)),
    ...tags.changes,
    ...customFields.changes,
  ]

  const { kind, ...set } = values
  const isMore = kind && before.kind !== kind && before.kind !== 'user'
  const becomes = isMore ? { kind } : {}
  if (changes.length === 0 && Object.keys(becomes).length === 0)
    return { id: before.id, name: before.name, email: before.email }
  const updated = await store.updateContact(
    tx,
    key,
    { ...set, ...becomes, ...(isTagged ? { tag_ids } : {}) },
    customFields.values,
  )
  if (changes.length > 0) await recordChange(tx, key, author, changes)
  await emitContact(tx, key)
  await queueContactWebhook({ now: Date.now }, tx, key, event)
  if (values.owner_id !== undefined && values.owner_id !== before.owner_id)
    await emitVisibilityChange(tx, key)
  return updated
}

async function builtInErrors(
  tx: Tx,
  key: store.Key,
  before: StoredContact,
  { country, owner_id, external_id }: ContactChanges,
): Promise<FieldErrors> {
  const errors: FieldErrors = {}
  if (country && !countries.includes(country)) errors.country = ['country_invalid']
  if (owner_id && !(await findMember(tx, key.integration_id, owner_id))) errors.owner_id = ['not_a_member']
  const isNewExternalId = external_id && external_id !== before.external_id
  if (isNewExternalId && (await store.isExternalIdTaken(tx, key, external_id)))
    errors.external_id = ['external_id_taken']
  return errors
}

async function builtInChanges(
  tx: Tx,
  { integration_id }: store.Key,
  before: StoredContact,
  values: ContactChanges,
): Promise<Changed[]> {
  const nameOf = async (user_id: string | null) =>
    user_id ? ((await findMember(tx, integration_id, user_id))?.name ?? null) : null
  const changes: Changed[] = []
  for (const field of store.builtInFields) {
    const after = values[field]
    if (after === undefined || after === before[field]) continue
    const isOwner = field === 'owner_id'
    changes.push({
      field,
      label: null,
      before: isOwner ? await nameOf(before.owner_id) : before[field],
      after: isOwner ? await nameOf(after) : after,
    })
  }
  return changes
}

async function tagChanges(
  tx: Tx,
  { integration_id }: store.Key,
  before: readonly string[],
  after: readonly string[],
): Promise<{ errors: FieldErrors; changes: Changed[] }> {
  const tags = await findTags(tx, integration_id, [...before, ...after])
  const tagNames = (ids: readonly string[]) =>
    ids.flatMap((id) => tags.find((tag) => tag.id === id)?.name ?? []).join(', ') || null
  const isUnknown = (id: string) => !before.includes(id) && !tags.some((tag) => tag.id === id)
  const errors: FieldErrors = {}
  if (after.some(isUnknown)) errors.add_tag_ids = ['tag_unknown']
  if (after.length > tagsPerContactMax) errors.add_tag_ids = [`too_many:${tagsPerContactMax}`]
  return {
    errors,
    changes: [{ field: 'tags', label: null, before: tagNames(before), after: tagNames(after) }],
  }
}
