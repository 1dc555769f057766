import * as z from 'zod/mini'
import { Time } from '../fields.ts'

/*
 * What somebody has agreed to, kept as it was said: before any of it nothing is stored of a visitor.
 */

/** `opened`: they opened the chat by themselves; `page`: the host page said so; `ended`: their browser has forgotten. */
export const consentKinds = ['opened', 'page', 'ended'] as const
export const consentCharsMax = 1_000
export const ContactConsent = z.object({
  id: z.int(),
  kind: z.enum(consentKinds),
  at: Time,
  /** What they were shown, as the host page says; else empty. */
  text: z.string(),
  /** Where they were; null where it was not told. */
  url: z.nullable(z.string()),
})
export type ContactConsent = z.infer<typeof ContactConsent>

const Agreed = z.nullable(Time)
/** The same in a list: when last in each way, and to which words. */
export const ConsentGiven = z.object({
  consent_opened_at: Agreed,
  consent_page_at: Agreed,
  /** What the host page has said, each a line, the newest first; null where it said nothing. */
  consent_words: z.nullable(z.string()),
  consent_ended_at: Agreed,
})
export type ConsentGiven = z.infer<typeof ConsentGiven>
/** As columns and filters call them, in the order in which they are offered. */
export const consentNames = ['consent_opened', 'consent_page', 'consent_words', 'consent_ended'] as const
