import { lazy } from 'react'
import { learnLateWords } from '#platform/i18n/load.ts'

/** Fetched, with its words, when an answer of the team's is to be the assistant's. */
export const LateAnswer = lazy(async () => {
  const [{ NewAnswer }] = await Promise.all([import('./new-answer.tsx'), learnLateWords()])
  return { default: NewAnswer }
})
