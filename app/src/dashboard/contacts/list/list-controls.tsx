import { type ContactKind, contactKinds, contactSorts, type countContacts, type Output } from '@ozvi/contract'
import { type ReactNode, useRef } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Select } from '#ui/input.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Segments } from '#ui/segments.tsx'
import { useCommands } from '#dashboard/commands'
import type { ColumnContext } from './column-cell.tsx'
import { ColumnPicker } from './column-picker.tsx'
import type { useColumns } from './columns.ts'
import { FilterButton } from './filter-button.tsx'
import type { useListParams } from './use-list-params.ts'

/** Search, kind, and the sort order if there are no column headings. */
export function ListControls({
  listState,
  counts,
  columnContext,
  columns,
  setColumns,
  children,
}: {
  listState: ReturnType<typeof useListParams>
  counts: Output<typeof countContacts> | undefined
  columnContext: ColumnContext
  children: ReactNode
} & ReturnType<typeof useColumns>) {
  const { listParams, text, setText, setKind, setSort } = listState
  const t = useT()
  const formats = useFormats()
  const search = useRef<HTMLInputElement>(null)
  useCommands({ search: () => search.current?.focus() })
  const label = (kind: ContactKind | 'all') =>
    counts ? `${t(`contacts.kinds_${kind}`)} ${formats.number(counts[kind])}` : t(`contacts.kinds_${kind}`)
  return (
    <div className="flex shrink-0 flex-col gap-3 border-b border-line px-4 pt-3 pb-3 md:px-6 lg:flex-row lg:flex-wrap lg:items-center">
      <div className="flex gap-2 lg:max-w-80 lg:flex-[1_1_10rem]">
        <SearchInput
          ref={search}
          label={t('contacts.search')}
          value={text}
          onChange={({ target }) => setText(target.value)}
          maxLength={200}
        />
        <Select
          aria-label={t('contacts.sort')}
          value={listParams.sort}
          onChange={({ target }) =>
            setSort(contactSorts.find((sort) => sort === target.value) ?? 'last_seen')
          }
          className="w-34 shrink-0 md:hidden"
        >
          {contactSorts.map((sort) => (
            <option key={sort} value={sort}>
              {t(`contacts.sort_${sort}`)}
            </option>
          ))}
        </Select>
      </div>
      <div className="flex min-w-0 items-center gap-3 max-sm:flex-wrap lg:flex-auto">
        <div className="-m-1 min-w-0 overflow-x-auto p-1 max-sm:basis-full max-sm:mask-r-from-[calc(100%-2rem)] max-sm:pr-8">
          <div className="w-max">
            <Segments
              label={t('contacts.kind')}
              value={listParams.kind ?? 'all'}
              onChange={(kind) => setKind(kind === 'all' ? null : kind)}
              options={(['all', ...contactKinds] as const).map((value) => ({
                value,
                label: label(value),
              }))}
            />
          </div>
        </div>
        <span className="ml-auto flex gap-2">
          {children}
          <FilterButton columnContext={columnContext} listState={listState} />
          <span className="max-md:hidden">
            <ColumnPicker columns={columns} fields={columnContext.fields} onChange={setColumns} />
          </span>
        </span>
      </div>
    </div>
  )
}
