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

/** Of which conversations a rule speaks. */
export type Conditions = Pick<Rule, 'match' | 'filter' | 'words' | 'page' | 'hours'>
export interface Circumstances {
  row: Conversation
  /** What the customer said last. */
  said: string
  /** When it happened, in ms since 1970. */
  at: number
  hours: Schedule
}
/** `me` means nobody where nobody asks. */
const asking = { user_id: '' }

/** Whether a word of the text begins with `word`; a phrase has to occur as it is. */
function says(said: string, word: string): boolean {
  const text = folded(said)
  const wanted = folded(word).trim()
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (!/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at))) return true
  return false
}

/** Whether the rule's conditions hold, as it says: all of them, or any. Without one it speaks of everything. */
export function isMeant(
  { match, filter, words, page, hours: when }: Conditions,
  { row, said, at, hours }: Circumstances,
): boolean {
  // A field at a time, so that one of them may be enough.
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
