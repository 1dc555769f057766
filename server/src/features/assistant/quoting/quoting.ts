// Chooses the quote: the window in the best passages that most likely answers the question. Passages are ranked by
// words alone; here headings, position and the kind of question count as well.
import { readHeading } from '@ozvi/contract'
import { type Atom, joinOpening, readAtoms } from './atoms.ts'
import { readQuestionTerms, readWindow, type WindowSignals } from './features.ts'
import type { Question } from '../questions/question.ts'
import type { Hit, Ranking } from '../retrieval/ranking.ts'
import { type Window, windowsOf } from './windows.ts'

/** A ranked passage with the text to quote from. */
export interface QuotablePassage {
  hit: Hit
  title: string
  heading: string
  text: string
  /** An answer written for the question that is its title: quoted whole, if it is not too long to read. */
  is_answer: boolean
  /** Its section begins in the passage before it. */
  isContinued: boolean
  /** The number of passages of its page before it. */
  ordinal: number
}

export interface Quote {
  passage: QuotablePassage
  /** A slice of `passage.text`; before rows from the middle of a table, the table's head. */
  text: string
  /** The innermost heading above it. */
  heading: string
  /** Headings above it, outermost first, joined by ` › `. */
  path: string
  signals: WindowSignals
  /** Share of the question's own words that are found in it, its headings and names. */
  asked_share: number
  score: number
}

/** With its heading and introduction, an answer stays within 900 characters. */
export const QUOTE_CHARS_MAX = 720
/** A longer written answer is quoted like a page. */
const ANSWER_CHARS_MAX = 1_200
/** Share of the best score by which the first passage leads clearly. */
const CLEAR_LEAD = 0.1
/** The number of passages whose windows are compared. */
const PASSAGES_COMPARED = 15

/** All possible quotes from the best passages, most likely answer first. */
export function rankQuotes(
  question: Question,
  ranking: Ranking,
  passages: readonly QuotablePassage[],
  chars_max = QUOTE_CHARS_MAX,
): Quote[] {
  const questionTerms = readQuestionTerms(question, ranking)
  const best = ranking.hits[0]?.score || 1
  const lead = Math.min(1, (best - (passages[1]?.hit.score ?? 0)) / best / CLEAR_LEAD)
  return passages
    .slice(0, PASSAGES_COMPARED)
    .flatMap((passage, position) =>
      stretchesOf(passage, chars_max).map(({ text, heading, path, opens, isContinued }): Quote => {
        const { hit, title, is_answer, ordinal } = passage
        const { locale, words } = hit.candidate
        const { signals, asked_share } = readWindow(questionTerms, {
          text,
          title,
          heading: heading || title,
          path,
          names: words.title,
          path_words: words.heading,
          locale,
          rank: hit.score / best,
          stem_share: hit.stem_score / (ranking.ideal_stem_score || 1),
          lead: position === 0 ? lead : 0,
          ordinal,
          opens,
          isContinued,
          is_answer,
        })
        return { passage, text, heading, path, signals, asked_share, score: scoreOf(signals) }
      }),
    )
    .sort((left, right) => right.score - left.score)
}

interface Stretch extends Pick<Quote, 'text' | 'heading' | 'path'> {
  /** It begins where its section does. */
  opens: boolean
  /** The section begins in an earlier passage. */
  isContinued: boolean
}

function stretchesOf(passage: QuotablePassage, chars_max: number): Stretch[] {
  const { text, is_answer } = passage
  const path = passage.heading
  if (is_answer && text.length <= ANSWER_CHARS_MAX)
    return [{ text, heading: passage.title, path, opens: true, isContinued: false }]
  const read = readAtoms(text, chars_max)
  const joined = path === '' ? joinOpening(read) : read
  if (joined === read) return stretchesIn(passage, read, chars_max)
  // The section below a short opening may answer without it. Later sections are the same both ways: a duplicate of the
  // best quote would be its own rival.
  const first = read.findIndex(({ kind }) => kind === 'heading')
  const stretches = stretchesIn(passage, joined, chars_max)
  const known = new Set(stretches.map(({ text }) => text))
  const alone = stretchesIn(passage, read.slice(first), chars_max).filter(({ text }) => !known.has(text))
  return [...stretches, ...alone]
}

function stretchesIn(
  { text, heading, isContinued }: QuotablePassage,
  atoms: Atom[],
  chars_max: number,
): Stretch[] {
  const own_heading = heading.split(' › ').at(-1) ?? ''
  return windowsOf(atoms, chars_max).map((window) => {
    // A section joined to the previous one: the heading above both isn't known here.
    const joined = headingOf(text, atoms, window)
    return {
      text: textOf(text, window),
      heading: joined ?? own_heading,
      path: joined ?? heading,
      opens:
        window.first === 0 ||
        atoms[window.first]?.kind === 'heading' ||
        atoms[window.first - 1]?.kind === 'heading',
      isContinued: window.first === 0 && isContinued,
    }
  })
}

const textOf = (text: string, { start, end, head }: Window) =>
  head ? `${text.slice(head.start, head.end)}\n${text.slice(start, end)}` : text.slice(start, end)

/** The heading inside the passage under which a window starts. */
function headingOf(text: string, atoms: readonly Atom[], { first }: Window): string | undefined {
  const above = atoms.slice(0, first + 1).findLast(({ kind }) => kind === 'heading')
  return above && readHeading(text.slice(above.start, above.end))?.text
}

const WEIGHT: WindowSignals = {
  rank: 1.71,
  lead: 0.95,
  body: 1.04,
  heading: 1.1,
  title: 0.8,
  all: 1.24,
  rarest: 0.34,
  heading_fit: 1.48,
  title_fit: 0.94,
  near: 1.52,
  closeness: 1,
  depth: -2.2,
  steps: 0.25,
  code: -0.36,
  figure: 0.38,
  no_figure: -0.38,
  reason: 0.28,
  opens: 0.69,
  opens_definition: 0.6,
  is_short: -0.55,
  length: 0.43,
  fragments: -0.12,
  is_listing: -0.3,
  is_answer: 0.5,
  stem_share: 0.55,
}
const scoreOf = (signals: WindowSignals) =>
  Object.entries(WEIGHT).reduce(
    (sum, [name, weight]) => sum + weight * signals[name as keyof WindowSignals],
    0,
  )
