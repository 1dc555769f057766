import {
  type Hours,
  hoursChanged,
  type Input,
  type Locale,
  formatWhen,
  formatWithin,
  day_ms,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { isOpenAt, openIntervals, opensNext } from '@ozvi/contract/opening-intervals'
import { record } from '#features/audit-log'
import type { MemberActor } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { definedFields } from '#platform/defined-fields.ts'
import { changeHours, findHours, type StoredHours } from './store.ts'

const shownDays = 60
const shownSpans = 12

/** Includes the intervals of the coming days, so that clients stay right as time passes. */
function withIntervals(hours: StoredHours, now: number): Hours {
  const today = Math.floor(now / day_ms) * day_ms
  const intervals = hours.is_on
    ? openIntervals(hours, today, today + shownDays * day_ms).filter(([, to]) => to > now)
    : []
  return { ...hours, spans: intervals.slice(0, shownSpans) }
}

export const getHours = async (ctx: Context, { integration_id }: MemberActor) =>
  withIntervals(await findHours(ctx.db, integration_id), ctx.now())

/** Panels opened from now on show the change, other members see it immediately. */
export function updateHours(
  ctx: Context,
  actor: MemberActor,
  { is_on, time_zone, week, holidays, reply_promise_min }: Input<typeof contract.updateHours>,
) {
  const changes = definedFields({ is_on, time_zone, week, holidays, reply_promise_min })
  const { integration_id } = actor
  return ctx.transaction(async (tx) => {
    await changeHours(tx, integration_id, changes, isoNow(ctx))
    const hours = withIntervals(await findHours(tx, integration_id), ctx.now())
    if (Object.keys(changes).length > 0)
      await record(ctx, tx, actor, {
        action: 'hours_changed',
        details: { fields: Object.keys(changes).join(' ') },
      })
    tx.emit(hoursChanged, hours)
    return hours
  })
}

/** The hours for the widget; null if there are none. */
export async function publicHours(ctx: Context, integration_id: string) {
  const {
    is_on,
    spans: intervals,
    reply_promise_min,
  } = withIntervals(await findHours(ctx.db, integration_id), ctx.now())
  return is_on ? { spans: intervals, promise_min: reply_promise_min } : null
}

const words = {
  en: {
    plain: 'Someone will reply here.',
    within: (time: string) => `Someone will reply here ${time}.`,
    back: (when: string) => `We’ll be back ${when} and reply to you here.`,
  },
  sk: {
    plain: 'Niekto vám tu odpovie.',
    within: (time: string) => `Niekto vám tu odpovie ${time}.`,
    back: (when: string) => `Budeme tu opäť ${when} a odpovieme vám.`,
  },
} as const

/** The promise if no time is known. */
export const replyTimeText = (locale: Locale): string => words[locale].plain

/**
 * The promise to a customer at a hand-over. Contains a time only if the opening hours give one.
 *
 * @param time_zone the customer's browser's; an unknown one falls back to the team's
 */
export function expectedReplyText(
  hours: StoredHours,
  now: number,
  locale: Locale,
  time_zone: string | null,
): string {
  const messages = words[locale]
  if (!hours.is_on) return messages.plain
  if (isOpenAt(hours, now))
    return hours.reply_promise_min === null
      ? messages.plain
      : messages.within(formatWithin(locale, hours.reply_promise_min))
  const back = opensNext(hours, now)
  if (back === null) return messages.plain
  try {
    return messages.back(formatWhen(locale, back, now, time_zone ?? hours.time_zone))
  } catch {
    return messages.back(formatWhen(locale, back, now, hours.time_zone))
  }
}
