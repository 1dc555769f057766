import { type Locale, readHeading } from '@ozvi/contract'
import { detectLocale } from '../analysis/language.ts'
import { contentWords } from '../analysis/terms.ts'
import { splitPassages } from './passages.ts'
import type { PassageWords } from './ranking.ts'
import { toPlainText } from './plain-text.ts'
import { countPassage, type PassageCounts } from './vocabulary.ts'

/** An item's content, as the assistant is given it. */
export interface ItemText {
  title: string
  /** Plain text or Markdown; quotes are slices of it. */
  text: string
  /** Guessed from the text when absent. */
  locale?: Locale | null
  /** The text answers the question that is the title: it is quoted whole. */
  is_answer?: boolean
  /** Other ways to ask what the title asks: they help to find, and are never quoted. */
  aliases?: readonly string[]
  /**
   * Names by which the item can be found in addition to its title, such as index terms and words of its
   * address.
   */
  names?: readonly string[]
}

/** A passage that is cut, analyzed and counted: all that is left is to store it. */
export interface PreparedPassage {
  ordinal: number
  title: string
  heading: string
  text: string
  is_answer: boolean
  locale: Locale
  words: PassageWords
  counts: PassageCounts
}

/** Headings within a passage, which can consist of several sections. */
export const headingsIn = (text: string): string[] =>
  text.split('\n').flatMap((line) => readHeading(line)?.text ?? [])

/** How much of a text is used to detect its language. */
const LOCALE_SAMPLE_CHARS = 2_000

/** Does all the work on an item's text that indexing needs. The time depends on the text, so it runs in a thread. */
export function prepareText(item: ItemText): PreparedPassage[] {
  const { is_answer = false, aliases = [], names = [] } = item
  // PostgreSQL keeps no NUL in text.
  const [title, text] = [item.title.replaceAll('\0', ' '), item.text.replaceAll('\0', ' ')]
  const locale = item.locale ?? detectLocale(`${title} ${text.slice(0, LOCALE_SAMPLE_CHARS)}`, 'en')
  const inTitle = contentWords([title, ...aliases].join('\n'), locale)
  const nameWords = new Set(contentWords(names.join('\n'), locale)).difference(new Set(inTitle))
  const titleWords = [...inTitle, ...nameWords]
  return splitPassages(text).map((passage, ordinal) => {
    const words = {
      title: titleWords,
      heading: contentWords([passage.heading, ...headingsIn(passage.text)].join('\n'), locale),
      body: contentWords(toPlainText(passage.text), locale),
    }
    const { heading, text } = passage
    return { ordinal, title, heading, text, is_answer, locale, words, counts: countPassage(locale, words) }
  })
}
