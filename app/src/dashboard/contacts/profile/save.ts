import { type ContactProfile, type Input, updateContact } from '@ozvi/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { Translate } from '#platform/i18n/translator.ts'
import { sayFailure } from '#platform/calls/say-failure.ts'
import { call } from '#platform/calls/wire.ts'
import { toast } from '#ui/toast.ts'
import { profileOf } from './profile.ts'

export type Changes = Omit<Input<typeof updateContact>, 'integration_id' | 'contact_id'>

/** What makes somebody as they are in `profile` again. */
function backTo(profile: ContactProfile, changes: Changes): Changes {
  const { fields, add_tag_ids = [], remove_tag_ids = [], ...plain } = changes
  // The keys of what is changed are those of what is known.
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
/** Of what would be taken back, what nobody else has changed since. */
function unchanged({ fields, ...plain }: Changes, saved: ContactProfile, now: ContactProfile): Changes {
  const same = Object.entries(plain).filter(([name]) => {
    const key = name as keyof ContactProfile // its own keys; which tags were added or taken is no value
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
  /** As it was before. */
  profile: ContactProfile
  changes: Changes
  /** What is changed, in words. */
  label: string
  /** Shows what is known now elsewhere, too. */
  onSaved?: (saved: ContactProfile) => void
}
/**
 * Changes what is known of somebody, and offers to take it back, unless it has been changed again by then. What stays
 * as it was is not sent.
 */
export async function saveContact({ cache, t, integration_id, profile, changes, label, onSaved }: Save) {
  const query = profileOf(integration_id, profile.id)
  async function put(set: Changes) {
    const next = await call(updateContact, { integration_id, contact_id: profile.id, ...set })
    cache.setQueryData(query.queryKey, next)
    onSaved?.(next)
    return next
  }
  if (!isChange(profile, changes)) return
  const saved = await put(changes)
  async function undo() {
    const now = await cache.fetchQuery({ ...query, staleTime: 0 })
    const back = unchanged(backTo(profile, changes), saved, now)
    if (isChange(now, back)) await put(back)
    else toast.error(t('contacts.undo_overtaken', { field: label }))
  }
  toast.success(t('contacts.changed', { field: label }), {
    label: t('conversations.undo'),
    onClick: () => void undo().catch((error: unknown) => sayFailure(error, t)),
  })
}
