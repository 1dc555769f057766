import type { ContactAcquisition } from './acquisition.schema.ts'

export type { ContactAcquisition } from './acquisition.schema.ts'

/*
 * How a contact found the site and what they use, from their first visit. Pages and browsers report all of it
 * about themselves, so it helps the team but proves nothing.
 */

/** The UTM parameters of campaign links. */
export const utmNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const
export type UtmName = (typeof utmNames)[number]
export const devices = ['desktop', 'mobile', 'tablet'] as const
/** Derived from the user agent. */
export const browsers = ['Chrome', 'Edge', 'Firefox', 'Safari'] as const
export const operatingSystems = ['Android', 'iOS', 'Linux', 'macOS', 'Windows'] as const
/** In display order. */
export const acquisitionNames = [
  'import_file',
  'first_page',
  'referrer',
  ...utmNames,
  'device',
  'browser',
  'operating_system',
  'time_zone',
] as const satisfies (keyof ContactAcquisition)[]
