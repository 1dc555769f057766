import {
  matchesFieldConditions,
  type Conversation,
  normalizeText,
  matchesFilter,
  parseFilter,
  type Rule,
  type Schedule,
} from '@ozvi/contract'
import { isOpenAt } from '@ozvi/contract/opening-intervals'

/** The conversations a rule applies to. */
export type Conditions = Pick<Rule, 'match' | 'filter' | 'words' | 'page' | 'hours'>
export interface RuleInput {
  row: Conversation
  /** The customer's last message. */
  text: string
  /** When it happened, in ms since 1970. */
  at: number
  hours: Schedule
}
/** `me` matches no one, because no member is asking. */
const context = { user_id: '' }

/** Whether a word of the text starts with `word`; a phrase must occur literally. */
function containsTerm(body: string, word: string): boolean {
  const text = normalizeText(body)
  const term = normalizeText(word).trim()
  for (let index = text.indexOf(term); index >= 0; index = text.indexOf(term, index + 1))
    if (!/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, index - 2), index))) return true
  return false
}

/** Whether the rule's conditions match: all, or any. A rule without conditions always matches. */
export function matchesRule(
  { match, filter, words: terms, page, hours: when }: Conditions,
  { row, text, at, hours }: RuleInput,
): boolean {
  // Field by field, so that any single one can be enough.
  const fields = Object.entries(parseFilter(filter)).map(([name, value]) =>
    matchesFilter({ [name]: value }, row, { ...context, now: at }, matchesFieldConditions),
  )
  const conditions = [
    ...fields,
    ...(terms.length > 0 ? [terms.some((word) => containsTerm(text, word))] : []),
    ...(page ? [(row.page_url ?? '').toLowerCase().includes(page.toLowerCase())] : []),
    ...(when ? [isOpenAt(hours, at) === (when === 'within')] : []),
  ]
  if (conditions.length === 0) return true
  return match === 'all' ? !conditions.includes(false) : conditions.includes(true)
}
