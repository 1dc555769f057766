import { lazy } from 'react'
import { loadLazyMessages } from '#platform/i18n/load.ts'

/** Loaded, with its messages, for verified contacts. */
export const VerifiedBadge = lazy(async () => {
  const [{ VerifiedBadge }] = await Promise.all([import('./verified-badge.tsx'), loadLazyMessages()])
  return { default: VerifiedBadge }
})
/** Loaded with the chat settings. */
export const IdentitySection = lazy(async () => ({
  default: (await import('./identity-section.tsx')).IdentitySection,
}))
