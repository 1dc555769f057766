/*
 * What a value of a filter may look like, and when it is: for lists of conversations and of contacts alike. Pure,
 * and no validator is needed, so that screens can decide as the server does.
 */

export const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
export const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00Z`))
export const isOneOf = (options: readonly string[]) => (text: string) => options.includes(text)
/** A whole number from 1 to `max`. */
export const isCount = (max: number) => (text: string) => /^[1-9]\d*$/.test(text) && Number(text) <= max

/** Who asks, when (in ms since 1970) and where; without a zone the clock of this machine counts. */
export interface Asking {
  user_id: string
  now: number
  time_zone?: string
}
/** The day of a calendar on which a moment falls where somebody is. */
export const dayOf = (time: string | number, { time_zone }: Pick<Asking, 'time_zone'>): string =>
  new Intl.DateTimeFormat('en-CA', { ...(time_zone ? { timeZone: time_zone } : {}) }).format(new Date(time))
