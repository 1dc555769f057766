import * as z from 'zod/mini'
import { devices } from './acquisition.ts'

const Told = z.nullable(z.string())
/** Each may be unknown. */
export const ContactAcquisition = z.object({
  /** The file of the import that created the contact. */
  import_file: Told,
  /** The first page of the site that they visited. */
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
