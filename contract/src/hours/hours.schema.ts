import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Day, text, Time, ZoneName } from '../fields.schema.ts'
import { holidaysMax, replyPromises, slotsPerDayMax } from './hours.ts'

const Clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'clock_invalid'))
/**
 * Belongs to the day on which it starts. A slot that ends at or before its start continues into the next day.
 */
export const Slot = z.object({ from: Clock, to: Clock })
export type Slot = z.infer<typeof Slot>
/** Seven days, starting on Monday. */
export const Week = z
  .array(z.array(Slot).check(z.maxLength(slotsPerDayMax)))
  .check(z.minLength(7), z.maxLength(7))
/** Start and end of an open period in ms since 1970, for `openingAt`. */
export const Intervals = z.array(z.readonly(z.tuple([z.number(), z.number()])))
/** No slots start on this day; a slot of the previous day that continues past midnight still applies. */
export const Holiday = z.object({
  date: Day,
  name: text(0, 60),
  /** Whether it repeats every year on the same date. */
  is_yearly: z.boolean(),
})
export type Holiday = z.infer<typeof Holiday>

export const Hours = z.object({
  integration_id: z.uuid(),
  /**
   * If false, the opening hours are unknown: the widget doesn't mention them, and every hour counts as open.
   */
  is_on: z.boolean(),
  /** IANA name, such as `Europe/Bratislava`. */
  time_zone: z.string(),
  /** Seven days, starting on Monday. */
  week: z.array(z.array(Slot)),
  holidays: z.array(Holiday),
  /** The promised reply time while open, in minutes; null if there is none. */
  reply_promise_min: z.nullable(z.int()),
  /** The next open periods, in ms since 1970: at most 12 within 60 days. Empty while hours are off. */
  spans: Intervals,
  /** Null if the settings are the defaults. */
  updated_at: z.nullable(Time),
  /** Incremented on every change, so older events never overwrite newer data. */
  version: z.int(),
})
export type Hours = z.infer<typeof Hours>
export const getHours = schemas({
  output: Hours,
  problems: ['not_found'],
})
export const updateHours = schemas({
  input: z.object({
    is_on: z.optional(z.boolean()),
    time_zone: z.optional(ZoneName),
    week: z.optional(Week),
    holidays: z.optional(z.array(Holiday).check(z.maxLength(holidaysMax))),
    reply_promise_min: z.optional(z.nullable(z.literal(replyPromises))),
  }),
  output: Hours,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const hoursChanged = Hours
