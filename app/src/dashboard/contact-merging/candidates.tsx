import { type ContactRecord, listContacts } from '@ozvi/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { here } from '#platform/here.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/now.ts'
import { call } from '#platform/wire.ts'
import { Icon } from '#ui/icon.tsx'
import { ReadFailure } from '#ui/read-failure.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { CustomerAvatar } from '#dashboard/conversations'

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
const shownMax = 8
const searchAfter_ms = 250

/** Whom somebody may be the same as: first those who share an address, a number or a name, else who was seen last. */
export function Candidates({
  integration_id,
  of,
  nameOf,
  onChoose,
}: {
  integration_id: string
  of: Side
  nameOf: (side: Side) => string
  onChoose: (other: Side) => void
}) {
  const t = useT()
  const formats = useFormats()
  const now = useNow()
  const [text, setText] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), searchAfter_ms)
    return () => clearTimeout(timer)
  }, [text])
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['merge-candidates', { integration_id, contact_id: of.id }, search],
    queryFn: () => findOthers(integration_id, of, search),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="flex flex-col gap-3">
      <SearchInput
        label={t('contact-merging.search')}
        value={text}
        onChange={({ target }) => setText(target.value)}
        maxLength={200}
        autoFocus
      />
      {!data && !error && <SkeletonRows />}
      {!data && error && (
        <ReadFailure
          title={t('contact-merging.failed')}
          error={error}
          isFetching={isFetching}
          refetch={refetch}
        />
      )}
      {data && (
        <section aria-busy={isFetching}>
          <h3 className="text-sm font-medium text-muted" aria-live="polite">
            {data.others.length === 0 ? t('contact-merging.none') : t(`contact-merging.${data.kind}`)}
          </h3>
          <ul className="-mx-2 mt-1 flex flex-col">
            {data.others.map((other) => (
              <li key={other.id}>
                <button
                  type="button"
                  onClick={() => onChoose(other)}
                  className="flex min-h-12 w-full items-center gap-3 rounded-control px-2 py-1.5 text-left hover:bg-inset"
                >
                  <CustomerAvatar contact={other} size="md" />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate text-base font-medium">{nameOf(other)}</span>
                    <span className="block truncate text-sm text-muted">
                      {[
                        other.name && other.email,
                        other.phone,
                        t('contact-merging.seen', { time: formats.ago(other.last_seen_at, now) }),
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

async function findOthers(integration_id: string, of: Side, search: string) {
  const find = async (words: string) =>
    (await call(listContacts, { integration_id, search: words, ...here(), limit: shownMax + 1 })).items
      .filter(({ id }) => id !== of.id)
      .slice(0, shownMax)
  if (search) return { kind: 'found' as const, others: await find(search) }
  for (const words of [of.email, of.phone, of.name]) {
    const others = words ? await find(words) : []
    if (others.length > 0) return { kind: 'alike' as const, others }
  }
  return { kind: 'recent' as const, others: await find('') }
}
