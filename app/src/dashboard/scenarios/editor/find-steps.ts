import type { Flow, Step } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'
import { stepSummary, stepTitle } from './step-text.ts'

/** Shorter flows have no search. */
export const searchedStepsMin = 6

/** Steps whose name, kind or text has all words of a query, without regard to case and diacritics. */
export function findSteps({ steps, locales }: Flow, query: string, t: Translate): Step[] {
  const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = fold(query).split(' ').filter(Boolean)
  if (words.length === 0) return steps
  return steps.filter((step) => {
    const text = fold(
      `${stepTitle(step, t)} ${t(`scenarios.step_${step.kind}`)} ${stepSummary(step, locales)}`,
    )
    return words.every((word) => text.includes(word))
  })
}
