import type { ContactRecord } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { ContactChoice, findContacts } from '#dashboard/contacts/choice'

export type Side = Pick<
  ContactRecord,
  | 'id'
  | 'name'
  | 'email'
  | 'phone'
  | 'company'
  | 'city'
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
    const others = (words: string) => findContacts(integration_id, words, of.id)
    if (search) return { heading: t('contact-choice.found'), people: await others(search) }
    for (const words of [of.email, of.phone, of.name]) {
      const people = words ? await others(words) : []
      if (people.length > 0) return { heading: t('contact-merging.alike'), people }
    }
    return { heading: t('contact-choice.recent'), people: await others('') }
  }
  return (
    <ContactChoice
      queryKey={['merge-candidates', { integration_id, contact_id: of.id }]}
      find={find}
      nameOf={nameOf}
      onChoose={onChoose}
    />
  )
}
