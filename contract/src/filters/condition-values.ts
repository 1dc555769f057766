/*
 * What a value of a filter may look like, and when it is: for lists of conversations and of contacts alike. Pure,
 * and no validator is needed, so that screens can decide as the server does.
 */

export const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
/** A day of the calendar, such as `2026-11-22`: the 30th of February is none, and there was no year 0. */
export function isDay(text: string): boolean {
  const time = /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
export const isOneOf = (options: readonly string[]) => (text: string) => options.includes(text)
/** A whole number from 1 to `max`. */
export const isCount = (max: number) => (text: string) => /^[1-9]\d*$/.test(text) && Number(text) <= max

/** As many characters all rules of one filter may have. */
export const conditionTextCharsMax = 4_000

/** Who asks, when (in ms since 1970) and where; without a zone the clock of this machine counts. */
export interface FilterContext {
  user_id: string
  now: number
  time_zone?: string
}
/** The calendar day of a time in the given time zone. */
export const dayOf = (time: string | number, { time_zone }: Pick<FilterContext, 'time_zone'>): string =>
  new Intl.DateTimeFormat('en-CA', { ...(time_zone ? { timeZone: time_zone } : {}) }).format(new Date(time))
