import {
  Figure,
  Handler,
  HandOverReason,
  ResolvedBy,
  reportDays,
  type ReportDays,
  type ReportSlice,
} from '@ozvi/contract'
import { useSearchParams } from 'react-router'

const numberIn = (text: string | null, lowest: number, highest: number) => {
  const value = Number(text)
  return text !== null && Number.isInteger(value) && value >= lowest && value <= highest ? value : undefined
}

/** Period and open metric in the URL, so that they can be shared. */
export function useChoice() {
  const [params, setParams] = useSearchParams()
  const days: ReportDays = reportDays.find((one) => String(one) === params.get('days')) ?? 30
  const figure = Figure.options.find((one) => one === params.get('figure'))
  const day = params.get('day')
  const slice: ReportSlice | undefined = figure && {
    figure,
    day: day && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : undefined,
    weekday: numberIn(params.get('weekday'), 1, 7),
    hour: numberIn(params.get('hour'), 0, 23),
    handler: Handler.options.find((one) => one === params.get('handler')),
    reason: HandOverReason.options.find((one) => one === params.get('reason')),
    resolved_by: ResolvedBy.options.find((one) => one === params.get('resolved_by')),
    score: numberIn(params.get('score'), 1, 5),
  }
  const put = (next: { days: number; slice?: ReportSlice | undefined }, replace: boolean) => {
    const said = Object.entries({ days: next.days === 30 ? undefined : next.days, ...next.slice })
    const known = said.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
    setParams(new URLSearchParams(known), { replace, preventScrollReset: true })
  }
  return {
    days,
    slice,
    setDays: (chosen: ReportDays) => put({ days: chosen }, true),
    open: (chosen: ReportSlice) => put({ days, slice: chosen }, false),
    close: () => put({ days }, true),
  }
}
