import { type ContactProfile, type Input, updateContact } from '@ozvi/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { Translate } from '#platform/i18n/translator.ts'
import { toastError } from '#platform/calls/toast-error.ts'
import { call } from '#platform/calls/api-client.ts'
import { storeData } from '#platform/calls/cached-data.ts'
import { toast } from '#ui/toast.ts'
import { profileOf } from './profile.ts'

export type Changes = Omit<Input<typeof updateContact>, 'integration_id' | 'contact_id'>

/** The changes that restore `profile`. */
function revertTo(profile: ContactProfile, changes: Changes): Changes {
  const { fields, add_tag_ids = [], remove_tag_ids = [], ...plain } = changes
  // The keys of changes are keys of the profile.
  const names = Object.keys(plain) as (keyof typeof plain)[]
  return {
    ...Object.fromEntries(names.map((name) => [name, profile[name]])),
    ...(fields && {
      fields: Object.fromEntries(Object.keys(fields).map((id) => [id, profile.fields[id] ?? null])),
    }),
    add_tag_ids: remove_tag_ids,
    remove_tag_ids: add_tag_ids,
  }
}
/** Filters an undo to values no one else has changed since. */
function unchanged({ fields, ...plain }: Changes, saved: ContactProfile, now: ContactProfile): Changes {
  const same = Object.entries(plain).filter(([name]) => {
    const key = name as keyof ContactProfile // Its own keys; changes of tags aren't values.
    return !(key in saved) || now[key] === saved[key]
  })
  const sameFields = Object.entries(fields ?? {}).filter(([id]) => now.fields[id] === saved.fields[id])
  return { ...Object.fromEntries(same), ...(fields && { fields: Object.fromEntries(sameFields) }) }
}
const isChange = (profile: ContactProfile, { fields = {}, add_tag_ids, remove_tag_ids, ...plain }: Changes) =>
  Boolean(add_tag_ids?.length) ||
  Boolean(remove_tag_ids?.length) ||
  Object.entries(fields).some(([id, value]) => (profile.fields[id] ?? null) !== value) ||
  Object.entries(plain).some(([name, value]) => profile[name as keyof typeof plain] !== value) // its own keys

interface Save {
  cache: QueryClient
  t: Translate
  integration_id: string
  /** The previous state. */
  profile: ContactProfile
  changes: Changes
  /** The changed field, as named in the interface. */
  label: string
  /** Updates other views. */
  onSaved?: (saved: ContactProfile) => void
}
/**
 * Saves changes of a contact and offers an undo, unless they are changed again. Unchanged values aren't sent.
 */
export async function saveContact({ cache, t, integration_id, profile, changes, label, onSaved }: Save) {
  const query = profileOf(integration_id, profile.id)
  async function send(set: Changes) {
    const next = await call(updateContact, { integration_id, contact_id: profile.id, ...set })
    storeData(cache, query, next)
    onSaved?.(next)
    return next
  }
  if (!isChange(profile, changes)) return
  const saved = await send(changes)
  async function undo() {
    const now = await cache.fetchQuery({ ...query, staleTime: 0 })
    const reverted = unchanged(revertTo(profile, changes), saved, now)
    if (isChange(now, reverted)) await send(reverted)
    else toast.error(t('contacts.undo_overtaken', { field: label }))
  }
  toast.success(t('contacts.changed', { field: label }), {
    label: t('conversations.undo'),
    onClick: () => void undo().catch((error: unknown) => toastError(error, t)),
  })
}
