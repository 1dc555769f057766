import { type DataSource, itemStatuses } from '@ozvi/contract'
import { useDeferredValue, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Select } from '#ui/input.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { differences, type ItemFilter, type SourceActions } from './data.ts'
import { ItemTable } from './item-table.tsx'
import { PageTree } from './page-tree/page-tree.tsx'
import { isBusy } from './states.ts'

const filters = ['all', ...itemStatuses] as const

/** The items of a source: a tree, or a list while they are searched or filtered. */
export function ItemsSection({
  source,
  canManage,
  actions,
}: {
  source: DataSource
  canManage: boolean
  actions: SourceActions
}) {
  const t = useT()
  const [filter, setFilter] = useState<ItemFilter>('all')
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const isTree = filter === 'all' && search === ''
  return (
    <section aria-labelledby="items-title" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="items-title" className="text-md font-semibold">
          {t('data-sources.items')}
        </h2>
        <div className="flex w-full flex-wrap gap-2 sm:w-auto">
          <span className="flex w-full sm:w-64">
            <SearchInput
              label={t('data-sources.items_search')}
              value={typed}
              maxLength={200}
              onChange={({ target }) => setTyped(target.value)}
            />
          </span>
          <Select
            aria-label={t('data-sources.filter')}
            value={filter}
            onChange={({ target }) =>
              setFilter([...filters, ...differences].find((each) => each === target.value) ?? 'all')
            }
            className="w-full sm:w-48"
          >
            {filters.map((each) => (
              <option key={each} value={each}>
                {t(`data-sources.item_${each}`)}
              </option>
            ))}
            <optgroup label={t('data-sources.last_run')}>
              {differences.map((each) => (
                <option key={each} value={each}>
                  {t(`data-sources.difference_${each}`)}
                </option>
              ))}
            </optgroup>
          </Select>
        </div>
      </div>
      <Differences source={source} onChoose={setFilter} />
      {isTree ? (
        <Card data-tree>
          <PageTree source={source} canManage={canManage} actions={actions} />
        </Card>
      ) : (
        <ItemTable source={source} canManage={canManage} actions={actions} filter={filter} search={search} />
      )}
    </section>
  )
}

/** New, changed and removed items of the last run; each number opens its list. */
function Differences({ source, onChoose }: { source: DataSource; onChoose: (filter: ItemFilter) => void }) {
  const t = useT()
  const changes = differences.filter((each) => source[each] > 0)
  if (changes.length === 0 || isBusy(source)) return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
      {t('data-sources.last_run')}
      {changes.map((each) => (
        <Button key={each} size="sm" variant="quiet" onClick={() => onChoose(each)}>
          {t(`data-sources.count_${each}`, { count: source[each] })}
        </Button>
      ))}
    </p>
  )
}
