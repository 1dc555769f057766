import { type Hours, hoursChanged, type Input, type Locale, sayWhen, sayWithin } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import type { MemberActor } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import { isOpenAt, openSpans, opensNext } from './spans.ts'
import { changeHours, findHours, type HoursChanges, type StoredHours } from './store.ts'

const day_ms = 86_400_000
const shownDays = 60
const shownSpans = 12

/** With the spans of the days to come, so that whoever holds it stays right as time passes. */
function withSpans(hours: StoredHours, now: number): Hours {
  const today = Math.floor(now / day_ms) * day_ms
  const spans = hours.is_on
    ? openSpans(hours, today, today + shownDays * day_ms).filter(([, to]) => to > now)
    : []
  return { ...hours, spans: spans.slice(0, shownSpans) }
}

export const getHours = async (ctx: Context, { integration_id }: MemberActor) =>
  withSpans(await findHours(ctx.db, integration_id), ctx.now())

/** Panels that are opened from now on show it, other members see it at once. */
export function updateHours(
  ctx: Context,
  actor: MemberActor,
  { is_on, time_zone, week, holidays, reply_promise_min }: Input<typeof contract.updateHours>,
) {
  const named = Object.entries({ is_on, time_zone, week, holidays, reply_promise_min })
  // Only what was named is changed: each key has its own type still.
  const changes: HoursChanges = Object.fromEntries(named.filter(([, value]) => value !== undefined))
  const { integration_id } = actor
  return ctx.transaction(async (tx) => {
    await changeHours(tx, integration_id, changes, new Date(ctx.now()).toISOString())
    const hours = withSpans(await findHours(tx, integration_id), ctx.now())
    if (Object.keys(changes).length > 0)
      await record(ctx, tx, actor, {
        act: 'hours_changed',
        details: { fields: Object.keys(changes).join(' ') },
      })
    tx.emit(hoursChanged, hours)
    return hours
  })
}

/** What the widget is told; null where there are no hours. */
export async function shownHours(ctx: Context, integration_id: string) {
  const { is_on, spans, reply_promise_min } = withSpans(await findHours(ctx.db, integration_id), ctx.now())
  return is_on ? { spans, promise_min: reply_promise_min } : null
}

const words = {
  en: {
    plain: 'Somebody will answer you here.',
    within: (time: string) => `Somebody will answer you here ${time}.`,
    back: (when: string) => `We are back ${when} and will answer you here.`,
  },
  sk: {
    plain: 'Niekto vám odpovie priamo tu.',
    within: (time: string) => `Niekto vám odpovie priamo tu ${time}.`,
    back: (when: string) => `Opäť sme tu ${when} a odpovieme vám priamo tu.`,
  },
} as const

/** What is said where no time is known. */
export const plainPromise = (locale: Locale): string => words[locale].plain

/**
 * What may be promised to a customer who is passed to the team: a time only where the hours give one.
 *
 * @param time_zone where the customer is, as their browser said; any that is not known counts as the team's
 */
export function answerPromise(
  hours: StoredHours,
  now: number,
  locale: Locale,
  time_zone: string | null,
): string {
  const said = words[locale]
  if (!hours.is_on) return said.plain
  if (isOpenAt(hours, now))
    return hours.reply_promise_min === null
      ? said.plain
      : said.within(sayWithin(locale, hours.reply_promise_min))
  const back = opensNext(hours, now)
  if (back === null) return said.plain
  try {
    return said.back(sayWhen(locale, back, now, time_zone ?? hours.time_zone))
  } catch {
    return said.back(sayWhen(locale, back, now, hours.time_zone))
  }
}
