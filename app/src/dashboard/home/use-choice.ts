import {
  handlers,
  handOverReasons,
  metrics,
  reportDays,
  type ReportDays,
  type ReportSlice,
  resolverKinds,
} from '@ozvi/contract'
import { useSearchParams } from 'react-router'
import { type Trend, trends } from './trend-metrics.ts'

const numberIn = (text: string | null, lowest: number, highest: number) => {
  const value = Number(text)
  return text !== null && Number.isInteger(value) && value >= lowest && value <= highest ? value : undefined
}

/** Reads the open list from the URL. */
export function sliceIn(params: URLSearchParams): ReportSlice | undefined {
  const metric = metrics.find((one) => one === params.get('figure'))
  const day = params.get('day')
  return (
    metric && {
      figure: metric,
      day: day && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : undefined,
      weekday: numberIn(params.get('weekday'), 1, 7),
      hour: numberIn(params.get('hour'), 0, 23),
      handler: handlers.find((one) => one === params.get('handler')),
      reason: handOverReasons.find((one) => one === params.get('reason')),
      resolved_by: resolverKinds.find((one) => one === params.get('resolved_by')),
      score: numberIn(params.get('score'), 1, 5),
    }
  )
}

/** Stores the period, the chart's metric and the open list in the URL, so that they can be shared. */
export function useStoredChoice() {
  const [params, setParams] = useSearchParams()
  const days: ReportDays = reportDays.find((one) => String(one) === params.get('days')) ?? 30
  const trend = trends.find((one) => one === params.get('chart')) ?? 'conversations'
  const slice = sliceIn(params)
  const updateParams = (
    next: { days?: number; trend?: Trend; slice?: ReportSlice | undefined },
    { replace } = { replace: true },
  ) => {
    const selected = { days, trend, ...next }
    const entries = Object.entries({
      days: selected.days === 30 ? undefined : selected.days,
      chart: selected.trend === 'conversations' ? undefined : selected.trend,
      ...selected.slice,
    })
    const definedEntries = entries.flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    )
    setParams(new URLSearchParams(definedEntries), { replace, preventScrollReset: true })
  }
  return {
    days,
    slice,
    trend,
    setDays: (selected: ReportDays) => updateParams({ days: selected }),
    setTrend: (selected: Trend) => updateParams({ trend: selected }),
    open: (selected: ReportSlice) => updateParams({ slice: selected }, { replace: false }),
    close: () => updateParams({}),
  }
}
