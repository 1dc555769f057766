import * as z from 'zod/mini'
import { Time } from './fields.ts'

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
