import * as z from 'zod/mini'
import { Time } from '../fields.schema.ts'
import { consentKinds } from './consents.ts'

export const ContactConsent = z.object({
  id: z.int(),
  kind: z.enum(consentKinds),
  at: Time,
  /** The text that the visitor was shown, as reported by the host page; empty if it reported none. */
  text: z.string(),
  /** URL of the page; null if unknown. */
  url: z.nullable(z.string()),
})
export type ContactConsent = z.infer<typeof ContactConsent>

const Agreed = z.nullable(Time)
/** Columns of the list: the last time of each kind, and the texts. */
export const ConsentGiven = z.object({
  consent_opened_at: Agreed,
  consent_page_at: Agreed,
  /** The consent texts reported by the host page, one per line, newest first; null if there are none. */
  consent_summary: z.nullable(z.string()),
  consent_ended_at: Agreed,
})
export type ConsentGiven = z.infer<typeof ConsentGiven>
