import type { SourceSchedule } from '@ozvi/contract'
import { hour_ms } from '@ozvi/contract'

const periods_ms = { daily: 24 * hour_ms, weekly: 7 * 24 * hour_ms }

/** When a source with this schedule is read next. */
export const nextRunAfter = (schedule: SourceSchedule, after_ms: number): string | null =>
  schedule === 'off' ? null : new Date(after_ms + periods_ms[schedule]).toISOString()
