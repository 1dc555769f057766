import { lazy } from 'react'
import { learnLateWords } from '#platform/i18n/load.ts'

/** Fetched, with its words, where somebody has proven who they are. */
export const VerifiedMark = lazy(async () => {
  const [{ VerifiedMark }] = await Promise.all([import('./verified-mark.tsx'), learnLateWords()])
  return { default: VerifiedMark }
})
/** Fetched beside the settings of the chat. */
export const IdentitySection = lazy(async () => ({
  default: (await import('./identity-section.tsx')).IdentitySection,
}))
