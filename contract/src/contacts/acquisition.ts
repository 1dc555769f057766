import * as z from 'zod/mini'

/*
 * How a contact found the site and what they use, from their first visit. Pages and browsers report all of it
 * about themselves, so it helps the team but proves nothing.
 */

/** What links of a campaign are marked with. */
export const utmNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const
export type UtmName = (typeof utmNames)[number]
export const devices = ['desktop', 'mobile', 'tablet'] as const
/** Derived from the user agent. */
export const browsers = ['Chrome', 'Edge', 'Firefox', 'Safari'] as const
export const operatingSystems = ['Android', 'iOS', 'Linux', 'macOS', 'Windows'] as const

const Told = z.nullable(z.string())
/** Each may be unknown. */
export const ContactAcquisition = z.object({
  /** The file of the import that made the contact. */
  import_file: Told,
  /** The page of ours that they saw first. */
  first_page: Told,
  /** The external page that linked to the site. */
  referrer: Told,
  utm_source: Told,
  utm_medium: Told,
  utm_campaign: Told,
  utm_term: Told,
  utm_content: Told,
  device: z.nullable(z.enum(devices)),
  browser: Told,
  operating_system: Told,
  time_zone: Told,
})
export type ContactAcquisition = z.infer<typeof ContactAcquisition>
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
