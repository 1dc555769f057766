import * as z from 'zod/mini'
import { Time } from '../fields.ts'

/*
 * A log of a visitor's consent, recorded as it was given. Nothing is stored about a visitor before the first
 * entry.
 */

/**
 * `opened`: the visitor opened the chat; `page`: the host page called `consent`; `ended`: the visitor's data
 * was cleared in their browser.
 */
export const consentKinds = ['opened', 'page', 'ended'] as const
export const consentCharsMax = 1_000
export const ContactConsent = z.object({
  id: z.int(),
  kind: z.enum(consentKinds),
  at: Time,
  /** The text the visitor was shown, as reported by the host page; otherwise empty. */
  text: z.string(),
  /** The page's address; null if unknown. */
  url: z.nullable(z.string()),
})
export type ContactConsent = z.infer<typeof ContactConsent>

const Agreed = z.nullable(Time)
/** The same in a list: when last in each way, and to which words. */
export const ConsentGiven = z.object({
  consent_opened_at: Agreed,
  consent_page_at: Agreed,
  /** The consent texts reported by the host page, one per line, newest first; null if there are none. */
  consent_words: z.nullable(z.string()),
  consent_ended_at: Agreed,
})
export type ConsentGiven = z.infer<typeof ConsentGiven>
/** As columns and filters call them, in the order in which they are offered. */
export const consentNames = ['consent_opened', 'consent_page', 'consent_words', 'consent_ended'] as const
