import { lazy } from 'react'
import { learnLateWords } from '#platform/i18n/load.ts'

/** Loaded, with its messages, for verified contacts. */
export const VerifiedMark = lazy(async () => {
  const [{ VerifiedMark }] = await Promise.all([import('./verified-mark.tsx'), learnLateWords()])
  return { default: VerifiedMark }
})
/** Loaded with the chat settings. */
export const IdentitySection = lazy(async () => ({
  default: (await import('./identity-section.tsx')).IdentitySection,
}))
