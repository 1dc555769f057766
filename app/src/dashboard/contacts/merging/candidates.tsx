import type { ContactRecord, ContactTextField } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { ContactPicker, findContacts } from '#dashboard/contacts/picker'

export type Side = Pick<
  ContactRecord,
  | 'id'
  | 'name'
  | 'email'
  | 'phone'
  | ContactTextField
  | 'country'
  | 'external_id'
  | 'tag_ids'
  | 'first_seen_at'
  | 'last_seen_at'
>

/** Possible duplicates: first those with the same address, number or name, then the most recently seen. */
export function Candidates({
  integration_id,
  of,
  nameOf,
  onChoose,
}: {
  integration_id: string
  of: Side
  nameOf: (side: Pick<Side, 'id' | 'name' | 'email'>) => string
  onChoose: (other: Side) => void
}) {
  const t = useT()
  async function find(search: string) {
    const findOthers = (term: string) => findContacts(integration_id, term, of.id)
    if (search) return { heading: t('contact-picker.found'), contacts: await findOthers(search) }
    for (const term of [of.email, of.phone, of.name]) {
      const contacts = term ? await findOthers(term) : []
      if (contacts.length > 0) return { heading: t('contact-merging.similar'), contacts }
    }
    return { heading: t('contact-picker.recent'), contacts: await findOthers('') }
  }
  return (
    <ContactPicker
      queryKey={['merge-candidates', { integration_id, contact_id: of.id }]}
      find={find}
      nameOf={nameOf}
      onChoose={onChoose}
    />
  )
}
