import {
  type Breakdown,
  breakdowns,
  locales,
  type Metric,
  origins,
  type ReportRow,
  type ReportSlice,
} from '@ozvi/contract'
import type { ReactNode } from 'react'
import { useFormats, useFormatsIn, useLocale, useT } from '#platform/i18n/provider.tsx'
import { Card } from '#ui/card.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Select } from '#ui/input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { noon } from '#dashboard/home'
import { useTags } from '#dashboard/tags'
import { languageName, useTeams, useTeam } from '#dashboard/users'
import { useReportTable } from './data.ts'
import type { ReportParams } from './use-report-params.ts'

/** The numbers by day, team, member, tag, origin or language. Each opens the conversations it counts. */
export function ReportTable({
  integration_id,
  params,
  exportLink,
}: {
  integration_id: string
  params: ReportParams
  exportLink: ReactNode
}) {
  const t = useT()
  const { by } = params
  const table = useReportTable(integration_id, params.selection, by)
  const columns = useColumns(integration_id, by, params.open)
  return (
    <section className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-md font-semibold">{t('reports.table')}</h2>
        <div className="flex flex-wrap items-center gap-3">
          <label className="flex items-center gap-2 text-sm whitespace-nowrap text-muted">
            {t('reports.by')}
            <Select
              value={by}
              onChange={({ target }) => params.setBy(breakdowns.find((one) => one === target.value) ?? 'day')}
            >
              {breakdowns.map((one) => (
                <option key={one} value={one}>
                  {t(`reports.by_${one}`)}
                </option>
              ))}
            </Select>
          </label>
          {exportLink}
        </div>
      </div>
      {!table.data && (
        <LoadFallback title={t('home.failed')} query={table} className="mt-3">
          <Skeleton className="h-64" />
        </LoadFallback>
      )}
      {table.data && (
        <Card
          className="mt-3 max-h-140 overflow-auto print:max-h-none print:overflow-visible"
          tabIndex={0}
          role="region"
          aria-label={t('reports.table')}
        >
          {table.data.length === 0 ? (
            <p className="p-4 text-base text-muted">{t('home.nothing')}</p>
          ) : (
            <Table
              caption={t('reports.table')}
              rows={by === 'day' ? table.data.toReversed() : table.data}
              rowKey={({ key }) => key ?? ''}
              columns={columns}
            />
          )}
        </Card>
      )}
    </section>
  )
}

/** The name of a row. */
function useRowName(integration_id: string, by: Breakdown) {
  const t = useT()
  const locale = useLocale()
  const { date } = useFormatsIn('UTC')
  const teams = useTeams(integration_id).data ?? []
  const users = useTeam(integration_id).data?.users
  const tags = useTags(integration_id)
  return (key: string | null): string => {
    if (by === 'day') return date(noon(key ?? ''))
    if (by === 'origin') return t(`reports.origin_${origins.find((one) => one === key) ?? 'contact'}`)
    if (by === 'locale') return languageName(locales.find((one) => one === key) ?? 'en', locale)
    if (key === null) return t(`reports.no_${by}`)
    // Until the team is loaded, it isn't known who has left.
    if (by === 'member')
      return users ? (users.find(({ user_id }) => user_id === key)?.name ?? t('reports.former_member')) : '–'
    return (by === 'team' ? teams : tags).find(({ id }) => id === key)?.name ?? '–'
  }
}

function useColumns(
  integration_id: string,
  by: Breakdown,
  open: (slice: ReportSlice, row?: string) => void,
): Column<ReportRow>[] {
  const t = useT()
  const { number, rating, percent, duration } = useFormats()
  const nameOf = useRowName(integration_id, by)
  const openRow = (figure: Metric, key: string | null) =>
    by === 'day' ? open({ figure, day: key ?? undefined }) : open({ figure }, key ?? 'none')
  const metric = (
    figure: Metric,
    header: string,
    valueOf: (row: ReportRow) => string,
  ): Column<ReportRow> => ({
    key: figure,
    header,
    align: 'end',
    cell: (row) => (
      <>
        <span className="mr-2 text-muted sm:hidden">{header}</span>
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`${nameOf(row.key)}: ${header}, ${valueOf(row)}`}
          onClick={() => openRow(figure, row.key)}
          className="min-h-6 underline-offset-2 tabular-nums hover:underline touch:min-h-11"
        >
          {valueOf(row)}
        </button>
      </>
    ),
  })
  return [
    { key: 'name', header: t(`reports.by_${by}`), cell: ({ key }) => nameOf(key) },
    metric('conversations', t('home.trend_conversations'), (row) => number(row.conversations)),
    metric('replied', t('home.trend_first_reply'), (row) => duration(row.first_reply_median_s)),
    metric('resolved', t('home.trend_resolution'), (row) => duration(row.resolution_median_s)),
    metric('rated', t('home.trend_rating'), (row) =>
      row.rating_average === null ? '–' : rating(row.rating_average),
    ),
    metric('reopened', t('home.figure_reopened'), (row) => number(row.reopened)),
    metric('sla_met', t('home.figure_sla_met'), (row) =>
      row.sla_met + row.sla_missed === 0 ? '–' : percent(row.sla_met / (row.sla_met + row.sla_missed)),
    ),
  ]
}
