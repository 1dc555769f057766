import type { countContacts, Output } from '@ozvi/contract'
import { type ReactNode, useRef } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { useCommands } from '#dashboard/commands'
import type { ColumnContext } from './column-cell.tsx'
import { ColumnPicker } from './column-picker.tsx'
import type { useColumns } from './columns.ts'
import { FilterButton } from './filter-button.tsx'
import { KindSegments } from './kind-choice.tsx'
import type { useListParams } from './use-list-params.ts'

/** Search, type, filters and columns. */
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
  const { text, setText } = listState
  const t = useT()
  const search = useRef<HTMLInputElement>(null)
  useCommands({ search: () => search.current?.focus() })
  return (
    <div className="flex shrink-0 gap-2 border-b border-line px-4 py-3 max-md:pt-2 md:max-lg:flex-col md:gap-3 md:px-6 lg:flex-wrap lg:items-center">
      <div className="flex min-w-0 max-md:flex-1 lg:max-w-80 lg:flex-[1_1_10rem]">
        <SearchInput
          ref={search}
          label={t('contacts.search')}
          value={text}
          onChange={({ target }) => setText(target.value)}
          // To the list, where letters are shortcuts. With text in the field, Escape clears it.
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter' || (key === 'Escape' && text === '')) currentTarget.blur()
          }}
          maxLength={200}
        />
      </div>
      <div className="flex min-w-0 items-center gap-3 max-md:shrink-0 lg:flex-auto">
        <div className="-m-1 min-w-0 overflow-x-auto p-1 max-md:hidden">
          <div className="w-max">
            <KindSegments listState={listState} counts={counts} />
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
