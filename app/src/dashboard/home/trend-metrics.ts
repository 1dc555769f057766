import type { DayMetrics, Handler, Metric, PeriodMetrics, Report } from '@ozvi/contract'

/** The metrics of the large chart. */
export const trends = ['conversations', 'first_reply', 'resolution', 'rating', 'assistant'] as const
export type Trend = (typeof trends)[number]
export type Unit = 'count' | 'time' | 'score'
/** Whether higher or lower is better; undefined if neither is. */
export type Better = 'up' | 'down' | undefined

interface Definition {
  /** What the list behind it counts. */
  figure: Metric
  unit: Unit
  better: Better
  /** The value of a day; null if it has none. */
  of: (day: DayMetrics) => number | null
  /** The value of the whole period. */
  total: (period: PeriodMetrics) => number | null
}
const totalOf = ({ team, assistant, scenario }: DayMetrics) => team + assistant + scenario

export const definitions: Record<Trend, Definition> = {
  conversations: {
    figure: 'conversations',
    unit: 'count',
    better: undefined,
    of: totalOf,
    total: ({ conversations }) => conversations,
  },
  first_reply: {
    figure: 'replied',
    unit: 'time',
    better: 'down',
    of: (day) => day.first_reply_median_s,
    total: (period) => period.first_reply_median_s,
  },
  resolution: {
    figure: 'resolved',
    unit: 'time',
    better: 'down',
    of: (day) => day.resolution_median_s,
    total: (period) => period.resolution_median_s,
  },
  rating: {
    figure: 'rated',
    unit: 'score',
    better: 'up',
    of: (day) => day.rating_average,
    total: (period) => period.rating_average,
  },
  // A period's number is among those of the assistant.
  assistant: {
    figure: 'answered',
    unit: 'count',
    better: 'up',
    of: ({ answered }) => answered,
    total: () => null,
  },
}

/** Parts of the bars of conversations, bottom up. */
export const parts = ['team', 'assistant', 'scenario'] as const satisfies readonly Handler[]

export interface TrendPoint {
  day: string
  value: number | null
  parts: Record<Handler, number>
  /** The day that is compared with it. */
  previous_day: string
  previous: number | null
}
export function pointsOf({ by_day, previous_by_day }: Report, trend: Trend): TrendPoint[] {
  const { of } = definitions[trend]
  return by_day.map((day, index) => {
    const before = previous_by_day[index]
    return {
      day: day.day,
      value: of(day),
      parts: { team: day.team, assistant: day.assistant, scenario: day.scenario },
      previous_day: before?.day ?? '',
      previous: before ? of(before) : null,
    }
  })
}

const minute_s = 60
const hour_s = 60 * minute_s
const day_s = 24 * hour_s
const timeSteps_s = [
  ...[1, 5, 15, 30],
  ...[1, 5, 15, 30].map((n) => n * minute_s),
  ...[1, 2, 4, 6, 12].map((n) => n * hour_s),
  ...[1, 2, 5, 10, 20, 50, 100].map((n) => n * day_s),
]
const intervals = 4
/** Round values from 0 up to at least `highest`, at most five; of ratings 1 to 5. */
export function ticksOf(unit: Unit, highest: number): number[] {
  if (unit === 'score') return [1, 2, 3, 4, 5]
  const size = 10 ** Math.floor(Math.log10(Math.max(1, highest / intervals)))
  const steps = unit === 'time' ? timeSteps_s : [1, 2, 5, 10].map((one) => one * size)
  const step = steps.find((one) => one * intervals >= highest) ?? highest / intervals
  const count = Math.max(1, Math.ceil(highest / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** Calendar days have no time zone: noon is the same day in formats with UTC. */
export const noon = (day: string) => `${day}T12:00:00.000Z`
/** 0 is Sunday. */
export const weekdayOf = (day: string) => new Date(noon(day)).getUTCDay()
