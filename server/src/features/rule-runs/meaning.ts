import {
  areFieldsWanted,
  type Conversation,
  folded,
  isWanted,
  readFilter,
  type Rule,
  type Schedule,
} from '@ozvi/contract'
import { isOpenAt } from '#features/hours'

/** The conversations a rule applies to. */
export type Conditions = Pick<Rule, 'match' | 'filter' | 'words' | 'page' | 'hours'>
export interface Circumstances {
  row: Conversation
  /** The customer's last message. */
  said: string
  /** When it happened, in ms since 1970. */
  at: number
  hours: Schedule
}
/** `me` matches no one, because no member is asking. */
const asking = { user_id: '' }

/** Whether a word of the text starts with `word`; a phrase must occur literally. */
function says(said: string, word: string): boolean {
  const text = folded(said)
  const wanted = folded(word).trim()
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (!/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at))) return true
  return false
}

/** Whether the rule's conditions match: all, or any. A rule without conditions always matches. */
export function isMeant(
  { match, filter, words, page, hours: when }: Conditions,
  { row, said, at, hours }: Circumstances,
): boolean {
  // Field by field, so that any single one can be enough.
  const fields = Object.entries(readFilter(filter)).map(([name, value]) =>
    isWanted({ [name]: value }, row, { ...asking, now: at }, areFieldsWanted),
  )
  const conditions = [
    ...fields,
    ...(words.length > 0 ? [words.some((word) => says(said, word))] : []),
    ...(page ? [(row.page_url ?? '').toLowerCase().includes(page.toLowerCase())] : []),
    ...(when ? [isOpenAt(hours, at) === (when === 'within')] : []),
  ]
  if (conditions.length === 0) return true
  return match === 'all' ? !conditions.includes(false) : conditions.includes(true)
}
