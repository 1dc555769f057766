import { lazy } from 'react'
import { learnLateWords } from '#platform/i18n/load.ts'

/** Loaded, with its messages, when a reply is saved for the assistant. */
export const LateAnswer = lazy(async () => {
  const [{ NewAnswer }] = await Promise.all([import('./new-answer.tsx'), learnLateWords()])
  return { default: NewAnswer }
})
