import { contactSorts } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Select } from '#ui/input.tsx'
import type { useListParams } from './use-list-params.ts'

/** The sort order if there are no column headings. */
export function SortSelect({
  listState: { listParams, setSort },
}: {
  listState: ReturnType<typeof useListParams>
}) {
  const t = useT()
  return (
    <Select
      aria-label={t('contacts.sort')}
      value={listParams.sort}
      onChange={({ target }) => setSort(contactSorts.find((sort) => sort === target.value) ?? 'last_seen')}
      className="w-auto shrink-0"
    >
      {contactSorts.map((sort) => (
        <option key={sort} value={sort}>
          {t(`contacts.sort_${sort}`)}
        </option>
      ))}
    </Select>
  )
}
