// Whether a quote answers a follow-up such as “Why?”. A follow-up is searched with the words of the question before it,
// so a quote that contains them may still not answer it.
import { fold, words } from '../analysis/fold.ts'
import { includesPhrase, readPhrases } from './phrases.ts'
import { kindOf } from './question-kind.ts'
import type { Question } from './question.ts'
import type { Quote } from '../quoting/quoting.ts'

const asksWhy = readPhrases(`
  (why|reason|how come)
  (preco|dovod)
`)
/** “Where?” asks for no steps, though its question kind is the same. */
const asksHow = readPhrases(`
  (how|ako)
`)
const givesReason = readPhrases(`
  (because|reason|reasons|due to|caused by|so that|in order to|otherwise|therefore)
  (to|this|that|it|which) (help|helps)? (prevent|prevents|avoid|avoids|ensure|ensures|protect|protects)
  (pretoze|lebo|kedze|aby|inak|preto|kvoli|vdaka|dovod*|pricin*|zabran*|predid*)
`)

const foldedWords = (text: string) => words(text).map((word) => fold(word.replace(/['’]/g, '')))

/** The share of a quote that must be new, so that it adds to the earlier answers. */
const NEW_SHARE_MIN = 0.5

/** The lines of a text that no earlier answer has. */
const newLines = (text: string, answers: readonly string[]) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !answers.some((answer) => answer.includes(line)))

/**
 * Whether a quote gives what a follow-up asks for: a reason, steps or a number. Other follow-ups ask for anything new.
 *
 * @param answers texts of the earlier answers
 */
export function answersFollowUp(
  { text: questionText }: Pick<Question, 'text'>,
  { text, signals }: Pick<Quote, 'text' | 'signals'>,
  answers: readonly string[],
): boolean {
  const added = newLines(text, answers).join('\n')
  if (added.length < NEW_SHARE_MIN * text.length) return false
  const askedWords = foldedWords(questionText)
  if (includesPhrase(asksWhy, askedWords)) return includesPhrase(givesReason, foldedWords(added))
  const kind = kindOf(questionText)
  if (kind === 'how_to' && includesPhrase(asksHow, askedWords)) return signals.steps + signals.code > 0
  return kind !== 'figure' || signals.figure > 0
}
