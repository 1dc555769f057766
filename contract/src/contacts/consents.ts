export type { ContactConsent, ConsentGiven } from './consents.schema.ts'

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
/** The names of the columns and filters, in display order. */
export const consentNames = ['consent_opened', 'consent_page', 'consent_summary', 'consent_ended'] as const
