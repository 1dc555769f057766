import type { SourceSchedule } from '@ozvi/contract'

const hour_ms = 60 * 60 * 1000
const periods_ms = { daily: 24 * hour_ms, weekly: 7 * 24 * hour_ms }

/** When a source with this schedule is read next. */
export const nextRunAfter = (schedule: SourceSchedule, after_ms: number): string | null =>
  schedule === 'off' ? null : new Date(after_ms + periods_ms[schedule]).toISOString()
