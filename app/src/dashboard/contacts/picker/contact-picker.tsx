import { type ContactRecord, listContacts } from '@ozvi/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { browserTimeZone } from '#platform/time/browser-time-zone.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'
import { call } from '#platform/calls/api-client.ts'
import { Icon } from '#ui/icon.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { useSearchText } from '#ui/use-search-text.ts'
import { CustomerAvatar } from '#dashboard/conversations'

const shownMax = 8

/** Matching contacts, most recently seen first, without `left_out`. */
export const findContacts = async (integration_id: string, search: string, left_out?: string) =>
  (await call(listContacts, { integration_id, search, ...browserTimeZone(), limit: shownMax + 1 })).items
    .filter(({ id }) => id !== left_out)
    .slice(0, shownMax)

interface ContactResults {
  /** Heading above them. */
  heading: string
  contacts: ContactRecord[]
}
/** Picks a contact by search; without a search, the suggestions of `find`. */
export function ContactPicker({
  queryKey,
  find,
  nameOf,
  onChoose,
}: {
  queryKey: readonly unknown[]
  find: (search: string) => Promise<ContactResults>
  nameOf: (contact: Pick<ContactRecord, 'id' | 'name' | 'email'>) => string
  onChoose: (contact: ContactRecord) => void
}) {
  const t = useT()
  const formats = useFormats()
  const now = useNow()
  const [search, setSearch] = useState('')
  const { text, setText } = useSearchText(search, setSearch)
  const query = useQuery({
    queryKey: [...queryKey, search],
    queryFn: () => find(search),
    placeholderData: keepPreviousData,
  })
  const { data, isFetching } = query
  return (
    <div className="flex flex-col gap-3">
      <SearchInput
        label={t('contact-picker.search')}
        value={text}
        onChange={({ target }) => setText(target.value)}
        maxLength={200}
        autoFocus
      />
      {!data && <LoadFallback title={t('contact-picker.failed')} query={query} />}
      {data && (
        <section aria-busy={isFetching}>
          <h3 className="text-sm font-medium text-muted" aria-live="polite">
            {data.contacts.length === 0 ? t('contact-picker.none') : data.heading}
          </h3>
          <ul className="-mx-2 mt-1 flex flex-col">
            {data.contacts.map((contact) => (
              <li key={contact.id}>
                <button
                  type="button"
                  onClick={() => onChoose(contact)}
                  className="flex min-h-12 w-full items-center gap-3 rounded-control px-2 py-1.5 text-left hover:bg-inset"
                >
                  <CustomerAvatar contact={contact} size="md" />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate text-base font-medium">{nameOf(contact)}</span>
                    <span className="block truncate text-sm text-muted">
                      {[
                        contact.name && contact.email,
                        contact.phone,
                        contact.last_seen_at
                          ? t('contact-picker.seen', { time: formats.ago(contact.last_seen_at, now) })
                          : t('contacts.never_seen'),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </span>
                  <Icon name="chevron-right" className="shrink-0 text-muted" />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
