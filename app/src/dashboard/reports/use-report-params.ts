import {
  type Breakdown,
  breakdowns,
  locales,
  openings,
  origins,
  reportDays,
  type ReportFilter,
  type ReportSlice,
} from '@ozvi/contract'
import { useQueryParams } from '#platform/document/use-query-params.ts'
import { type ReportSelection, sliceIn, type Trend, trends } from '#dashboard/home'

const isDay = (text: string | null) => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text)
const idIn = (text: string | null) =>
  text !== null && (text === 'none' || /^[0-9a-f-]{36}$/.test(text)) ? text : undefined

export const filterNames = ['team_id', 'assignee_id', 'tag_id', 'origin', 'locale', 'hours'] as const
const sliceNames = [
  'figure',
  'day',
  'weekday',
  'hour',
  'handler',
  'reason',
  'resolved_by',
  'score',
  'row',
] as const

/** Removes undefined values, which exact optional types reject. */
const defined = <T extends object>(values: T) =>
  // Only keys without a value are left out.
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T

/** The filter of a row of the table, whose numbers count its conversations. */
function filterOfRow(by: Breakdown, row: string | undefined): ReportFilter {
  if (row === undefined || by === 'day') return {}
  if (by === 'origin') return defined({ origin: origins.find((one) => one === row) })
  if (by === 'locale') return defined({ locale: locales.find((one) => one === row) })
  const name = ({ team: 'team_id', member: 'assignee_id', tag: 'tag_id' } as const)[by]
  return { [name]: row }
}

/** Everything that a report's page shows, in its URL. */
export function useReportParams() {
  const [params, changeParams] = useQueryParams()
  const [from, until] = [params.get('from'), params.get('until')]
  const isCustom = isDay(from) && isDay(until)
  const days = reportDays.find((one) => String(one) === params.get('days')) ?? 30
  const filter: ReportFilter = defined({
    team_id: idIn(params.get('team_id')),
    assignee_id: idIn(params.get('assignee_id')),
    tag_id: idIn(params.get('tag_id')),
    origin: origins.find((one) => one === params.get('origin')),
    locale: locales.find((one) => one === params.get('locale')),
    hours: openings.find((one) => one === params.get('hours')),
  })
  const selection: ReportSelection = isCustom
    ? { from_day: from ?? '', until_day: until ?? '', ...filter }
    : { days, ...filter }
  const by = breakdowns.find((one) => one === params.get('by')) ?? 'day'
  const row = params.get('row') ?? undefined
  const update = (changes: Record<string, string | undefined>, { replace } = { replace: true }) =>
    changeParams(changes, { replace, preventScrollReset: true })
  const none = Object.fromEntries(sliceNames.map((name) => [name, undefined]))
  return {
    days,
    custom: isCustom ? { from: from ?? '', until: until ?? '' } : undefined,
    filter,
    selection,
    by,
    trend: trends.find((one) => one === params.get('chart')) ?? 'conversations',
    slice: sliceIn(params),
    /** What the open list counts. */
    listed: { ...selection, ...filterOfRow(by, row) },
    setDays: (selected: string) => update({ days: selected, from: undefined, until: undefined }),
    setCustom: (from_day: string, until_day: string) =>
      update({ days: undefined, from: from_day, until: until_day }),
    setFilter: (name: (typeof filterNames)[number], value: string) => update({ [name]: value || undefined }),
    clear: () => update(Object.fromEntries(filterNames.map((name) => [name, undefined]))),
    setBy: (selected: Breakdown) => update({ by: selected }),
    setTrend: (selected: Trend) => update({ chart: selected }),
    open: (selected: ReportSlice, key?: string) =>
      update(
        {
          ...none,
          ...Object.fromEntries(
            Object.entries(selected).map(([name, value]) => [
              name,
              value === undefined ? undefined : String(value),
            ]),
          ),
          row: key,
        },
        { replace: false },
      ),
    close: () => update(none),
  }
}
export type ReportParams = ReturnType<typeof useReportParams>
