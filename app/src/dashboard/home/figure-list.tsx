import type { ReportSlice } from '@ozvi/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useFormats, useFormatsIn, useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { type ReportSelection, sliceQuery } from './data.ts'
import { ConversationLink } from './now-section.tsx'
import { useWeekTimes } from './week-times.ts'

/** Definition of a metric, and the conversations it counts. */
export function MetricList({
  integration_id,
  selection,
  period,
  slice,
  onClose,
}: {
  integration_id: string
  selection: ReportSelection
  /** Which conversations are meant. */
  period: string
  slice: ReportSlice
  onClose: () => void
}) {
  const t = useT()
  const { number } = useFormats()
  const list = useInfiniteQuery(sliceQuery(integration_id, selection, slice))
  const part = usePart(slice)
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? []
  const total = list.data?.pages[0]?.total
  return (
    <Drawer isOpen onOpenChange={onClose} closesOnBack={false} title={t(`home.figure_${slice.figure}`)}>
      <div className="border-b border-line px-4 py-3 text-base">
        <p className="text-muted">{t(`home.definition_${slice.figure}`)}</p>
        {slice.figure !== 'waiting' && slice.figure !== 'open' && (
          <p className="mt-2 text-sm text-muted">{period}</p>
        )}
        {part && <p className="mt-2 font-medium">{part}</p>}
        {total !== undefined && (
          <p role="status" className="mt-2 font-semibold">
            {t('home.conversations_n', { n: total })}
          </p>
        )}
      </div>
      {list.error && (
        <div className="p-4">
          <LoadError {...list} title={t('home.failed')} error={list.error} />
        </div>
      )}
      {list.isPending && !list.error && (
        <SkeletonArea className="flex flex-col gap-2 p-4">
          {[1, 2, 3, 4, 5, 6].map((index) => (
            <Skeleton key={index} className="h-10" />
          ))}
        </SkeletonArea>
      )}
      {total === 0 && <p className="p-4 text-base text-muted">{t('home.nothing')}</p>}
      <ul className="flex flex-col py-1.5">
        {rows.map((row) => (
          <li key={row.id}>
            <ConversationLink
              row={row}
              integration_id={integration_id}
              time={slice.figure === 'waiting' ? row.waiting_since : row.created_at}
            />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="flex justify-center p-4 pt-0">
          <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('home.more', { n: number((total ?? 0) - rows.length) })}
          </Button>
        </div>
      )}
    </Drawer>
  )
}

/** The selected part of the metric, as text. */
function usePart({ day, weekday, hour, handler, reason, resolved_by, score }: ReportSlice): string {
  const t = useT()
  const { date } = useFormatsIn('UTC')
  const { timeOf, weekdayOf } = useWeekTimes()
  return [
    day && date(`${day}T12:00:00.000Z`),
    weekday &&
      hour !== undefined &&
      t('home.hour', { day: weekdayOf(weekday - 1, 'long'), from: timeOf(hour), to: timeOf(hour + 1) }),
    handler && t(`home.by_${handler}`),
    reason && t(`home.reason_${reason}`),
    resolved_by && t(`home.resolver_${resolved_by}`),
    score && t('conversations.rating_of', { score }),
  ]
    .filter(Boolean)
    .join(' · ')
}
