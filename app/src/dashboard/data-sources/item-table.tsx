import { type DataSource, type DataSourceItem, itemStatuses } from '@ozvi/contract'
import { useState } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { toastError } from '#platform/calls/toast-error.ts'
import { Badge } from '#ui/badge.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Switch } from '#ui/choice.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Select } from '#ui/input.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { differences, type ItemFilter, type SourceActions, useItems } from './data.ts'
import { isBusy, itemTones } from './states.ts'

const filters = ['all', ...itemStatuses] as const

/** All items of a source, with their status and whether the assistant can use them. */
export function ItemTable({
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
  const { data, error, isPending, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useItems(source.integration_id, source.id, filter)
  const columns = useColumns(source, canManage, actions)
  const items = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <section aria-labelledby="items-title" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="items-title" className="text-md font-semibold">
          {t('data-sources.items')}
        </h2>
        <Select
          aria-label={t('data-sources.filter')}
          value={filter}
          onChange={({ target }) =>
            setFilter([...filters, ...differences].find((each) => each === target.value) ?? 'all')
          }
          className="w-48"
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
      <Differences source={source} onChoose={setFilter} />
      <Card>
        {isPending ? (
          <SkeletonArea className="flex flex-col gap-4 p-4">
            {[1, 2, 3, 4].map((row) => (
              <Skeleton key={row} className="h-5" />
            ))}
          </SkeletonArea>
        ) : !data ? (
          <LoadError
            title={t('data-sources.items_failed')}
            error={error}
            isFetching={isFetching}
            refetch={refetch}
            className="m-4"
          />
        ) : items.length === 0 ? (
          <EmptyState
            icon="file"
            title={isBusy(source) ? t('data-sources.items_coming') : t('data-sources.items_none')}
          />
        ) : (
          <Table caption={t('data-sources.items')} columns={columns} rows={items} rowKey={({ id }) => id} />
        )}
      </Card>
      {hasNextPage && (
        <Button className="self-center" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('data-sources.items_more')}
        </Button>
      )}
    </section>
  )
}

/** New, changed and removed items of the last run; each number opens its list. */
function Differences({ source, onChoose }: { source: DataSource; onChoose: (filter: ItemFilter) => void }) {
  const t = useT()
  const found = differences.filter((each) => source[each] > 0)
  if (found.length === 0 || isBusy(source)) return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
      {t('data-sources.last_run')}
      {found.map((each) => (
        <Button key={each} size="sm" variant="quiet" onClick={() => onChoose(each)}>
          {t(`data-sources.count_${each}`, { count: source[each] })}
        </Button>
      ))}
    </p>
  )
}

function useColumns(
  source: DataSource,
  canManage: boolean,
  actions: SourceActions,
): Column<DataSourceItem>[] {
  const t = useT()
  const formats = useFormats()
  return [
    {
      key: 'title',
      header: t('data-sources.item'),
      cell: (item) => <ItemTitle item={item} source={source} />,
    },
    {
      key: 'status',
      header: t('data-sources.item_status'),
      cell: ({ status, reason }) => (
        <span className="flex flex-col items-start gap-1">
          <Badge tone={itemTones[status]}>{t(`data-sources.item_${status}`)}</Badge>
          {reason && (
            <span className="max-w-56 text-sm text-muted">{t(`data-sources.reason_${reason}`)}</span>
          )}
        </span>
      ),
    },
    {
      key: 'words',
      header: t('data-sources.words'),
      align: 'end',
      isExtra: true,
      cell: ({ status, words }) => (status === 'indexed' ? formats.number(words) : '–'),
    },
    {
      key: 'fetched',
      header: t('data-sources.fetched'),
      isExtra: true,
      cell: ({ fetched_at }) => (
        <span className="whitespace-nowrap text-muted">
          {fetched_at ? <BaseDate time={fetched_at} format="date" /> : '–'}
        </span>
      ),
    },
    ...(canManage
      ? [
          {
            key: 'use',
            header: t('data-sources.item_use'),
            cell: (item: DataSourceItem) =>
              item.status === 'indexed' && (
                <Switch
                  label={<span className="sr-only">{t('data-sources.use', { name: item.title })}</span>}
                  checked={item.is_enabled}
                  onChange={({ target }) =>
                    void actions
                      .enableItem(item, target.checked)
                      .catch((error: unknown) => toastError(error, t))
                  }
                />
              ),
          },
        ]
      : []),
  ]
}

function ItemTitle({ item, source }: { item: DataSourceItem; source: DataSource }) {
  const to = usePath()
  const path = item.url?.replace(/^https?:\/\/[^/]+/, '')
  return (
    <span className="flex min-w-0 flex-col">
      <PageLink
        to={to('app-i-integrationId-settings-data-sources-sourceId-itemId', {
          integrationId: source.integration_id,
          sourceId: source.id,
          itemId: item.id,
        })}
        className="rounded-[3px] font-medium break-words hover:underline"
      >
        {item.title === item.url ? path : item.title}
      </PageLink>
      {path && item.title !== item.url && <span className="text-sm break-all text-muted">{path}</span>}
    </span>
  )
}
