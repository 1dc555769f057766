import type { DataSource, DataSourceItem } from '@ozvi/contract'
import type { KeyboardEventHandler } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { useToastOnError } from '#platform/calls/toast-error.ts'
import { Badge } from '#ui/badge.tsx'
import { BaseDate } from '#ui/base-date.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Switch } from '#ui/choice.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { type ItemFilter, type SourceActions, useItems } from './data.ts'
import { itemTones } from './states.ts'

/** Items of a source that match a search and a filter. */
export function ItemTable({
  source,
  canManage,
  actions,
  filter,
  search,
}: {
  source: DataSource
  canManage: boolean
  actions: SourceActions
  filter: ItemFilter
  search: string
}) {
  const t = useT()
  const { data, error, isPending, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useItems(source.integration_id, source.id, filter, search)
  const columns = useColumns(source, canManage, actions)
  const items = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
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
          <EmptyState icon="search" title={t('data-sources.items_no_match')} />
        ) : (
          <Table caption={t('data-sources.items')} columns={columns} rows={items} rowKey={({ id }) => id} />
        )}
      </Card>
      {hasNextPage && (
        <Button className="self-center" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('data-sources.items_more')}
        </Button>
      )}
    </>
  )
}

function useColumns(
  source: DataSource,
  canManage: boolean,
  actions: SourceActions,
): Column<DataSourceItem>[] {
  const t = useT()
  const formats = useFormats()
  const toastOnError = useToastOnError()
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
                  onChange={({ target }) => void toastOnError(actions.enableItem(item, target.checked))}
                />
              ),
          },
        ]
      : []),
  ]
}

/** The title of an item, which opens it, and the path of its page. */
export function ItemTitle({
  item,
  source,
  onKeyDown,
}: {
  item: DataSourceItem
  source: DataSource
  onKeyDown?: KeyboardEventHandler<HTMLElement>
}) {
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
        {...(onKeyDown && { onKeyDown, 'data-tree-row': true })}
      >
        {item.title === item.url ? path : item.title}
      </PageLink>
      {path && item.title !== item.url && <span className="text-sm break-all text-muted">{path}</span>}
    </span>
  )
}
