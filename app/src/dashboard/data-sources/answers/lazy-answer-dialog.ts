import { lazy } from 'react'
import { loadLazyMessages } from '#platform/i18n/load.ts'

/** Loaded, with its messages, when a reply is saved for the assistant. */
export const LazyAnswerDialog = lazy(async () => {
  const [{ NewAnswer }] = await Promise.all([import('./new-answer.tsx'), loadLazyMessages()])
  return { default: NewAnswer }
})
