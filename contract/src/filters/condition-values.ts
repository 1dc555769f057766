/*
 * Validates and interprets values of filters, for lists of conversations and contacts. Pure and without a
 * schema library, so that the app and the server decide alike.
 */

export const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
/** A valid calendar date, such as `2026-11-22`, not before year 1. */
export function isDay(text: string): boolean {
  const time = /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
export const isOneOf = (options: readonly string[]) => (text: string) => options.includes(text)
/** An integer from 1 to `max`. */
export const isCount = (max: number) => (text: string) => /^[1-9]\d*$/.test(text) && Number(text) <= max

/** Maximum length of all conditions of a filter. */
export const conditionTextCharsMax = 4_000

/**
 * The reading member, the current time (ms since 1970) and the time zone; without a zone, that of this machine.
 */
export interface FilterContext {
  user_id: string
  now: number
  time_zone?: string
}
/** The calendar day of a time in the given time zone. */
export const dayOf = (time: string | number, { time_zone }: Pick<FilterContext, 'time_zone'>): string =>
  new Intl.DateTimeFormat('en-CA', { ...(time_zone ? { timeZone: time_zone } : {}) }).format(new Date(time))
