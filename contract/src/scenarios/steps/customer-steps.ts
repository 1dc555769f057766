import { isWithinLimits, limitsText } from '../answer-limits.ts'
import {
  invalidAnswerTexts,
  isSameText,
  labelOf,
  ratingScores,
  ratingTexts,
  readAnswer,
  readFiles,
  readRating,
} from '../answers.ts'
import type { StepOf } from '../flow.ts'
import type { SentButton } from '../run.ts'
import type { Move, Turn } from '../turn.ts'
import { askAndReturn } from './ask-and-return.ts'
import { edge, edgesOf, imageReference, optionalEdge, savedReferences, type StepType } from './step-type.ts'

/*
 * Steps that send messages to the customer.
 */

export const message: StepType<StepOf<'message'>> = {
  edges: ({ next }) => [edge('next', next)],
  texts: ({ text, image }) => [
    { path: 'text', text },
    ...(image ? [{ path: 'image.alt', text: image.alt }] : []),
  ],
  references: ({ image }) => imageReference(image, 'image'),
  enter({ id, text, image, next }, turn) {
    const sent = turn.textOf(text)
    const shown = turn.imageOf(image)
    if (sent.trim() !== '' || shown)
      turn.addEffect({
        kind: 'send',
        step_id: id,
        text: sent.trim() === '' && shown ? shown.alt : sent,
        buttons: [],
        ...(shown ? { image: shown } : {}),
      })
    return { to: next }
  },
}

const labelled = (
  items: readonly { id: string; text: StepOf<'message'>['text'] }[],
  turn: Turn,
): SentButton[] => items.map(({ id, text }) => ({ id, text: turn.textOf(text) }))

type ButtonsStep = StepOf<'buttons'>
function findButton({ id, buttons }: ButtonsStep, { input, message, state }: Turn) {
  if (input.kind === 'button')
    return input.step_id === id ? buttons.find((button) => button.id === input.button_id) : undefined
  if (message === null || state.step_id !== id) return undefined
  return buttons.find(({ text }) => Object.values(text).some((label) => isSameText(message, label)))
}
export const buttons: StepType<ButtonsStep> = {
  waits: () => true,
  edges: ({ buttons }) => edgesOf('buttons', buttons),
  texts: ({ text, buttons }) => [
    { path: 'text', text },
    ...buttons.map((button, index) => ({ path: `buttons.${index}.text`, text: button.text })),
  ],
  missing: ({ buttons }) => (buttons.length === 0 ? ['buttons'] : []),
  enter({ id, text, buttons }, turn) {
    // The customer couldn't choose anything.
    if (buttons.length === 0) return { to: null }
    turn.addEffect({
      kind: 'send',
      step_id: id,
      text: turn.textOf(text),
      buttons: labelled(buttons, turn),
    })
    return turn.wait('button')
  },
  receive(step, turn) {
    const chosen = findButton(step, turn)
    return chosen ? { to: chosen.next } : askAndReturn(step, turn)
  },
}

type Question = StepOf<'question'>
const ratingButtons = ({ locale }: Turn): SentButton[] =>
  ratingScores.map((score, index) => ({
    id: String(score),
    text: ratingTexts[locale][index] ?? String(score),
  }))
const scoreOfButton = (id: string) => ratingScores.find((score) => String(score) === id) ?? null
/** What the customer can press instead of writing. */
function offered({ answer, choices }: Question, turn: Turn): SentButton[] {
  if (answer === 'choice') return labelled(choices, turn)
  return answer === 'rating' ? ratingButtons(turn) : []
}
function ask(step: Question, turn: Turn, prefix = ''): Move {
  turn.addEffect({
    kind: 'send',
    step_id: step.id,
    text: [prefix, turn.textOf(step.text)].filter(Boolean).join('\n\n'),
    buttons: offered(step, turn),
  })
  return turn.wait('message')
}
function answerTo(step: Question, { input, locale }: Turn): string | number | null {
  if (input.kind === 'message')
    return step.answer === 'file' ? readFiles(input.files) : readAnswer(input.text, step, locale)
  if (input.kind !== 'button') return null
  if (step.answer === 'rating') return scoreOfButton(input.button_id)
  if (step.answer !== 'choice') return null
  const choice = step.choices.find(({ id }) => id === input.button_id)
  return choice ? labelOf(choice, locale) : null
}
function rejectAnswer(step: Question, turn: Turn, reason: string): Move {
  turn.state.invalid_answers += 1
  if (turn.state.invalid_answers < step.max_retries) return ask(step, turn, reason)
  return step.fallback === null ? turn.handOver('loop') : { to: step.fallback }
}
export const question: StepType<Question> = {
  waits: () => true,
  edges: ({ next, fallback }) => [edge('next', next), optionalEdge('fallback', fallback)],
  texts: ({ text, answer, choices }) => [
    { path: 'text', text },
    ...(answer === 'choice' ? choices : []).map((choice, index) => ({
      path: `choices.${index}.text`,
      text: choice.text,
    })),
  ],
  references: ({ save_as }) => savedReferences(save_as, 'save_as'),
  missing: ({ answer, choices }) => (answer === 'choice' && choices.length === 0 ? ['choices'] : []),
  enter: (step, turn) => ask(step, turn),
  receive(step, turn) {
    const { input } = turn
    if (input.kind !== 'message' && (input.kind !== 'button' || input.step_id !== step.id)) return 'stay'
    const value = answerTo(step, turn)
    if (value === null) return rejectAnswer(step, turn, invalidAnswerTexts[turn.locale][step.answer])
    const length = input.kind === 'message' ? [...input.text.trim()].length : 0
    if (!isWithinLimits(step, value, length)) return rejectAnswer(step, turn, limitsText(step, turn.locale))
    turn.save(step.save_as, value)
    return { to: step.next }
  },
}

export const rate: StepType<StepOf<'rate'>> = {
  waits: () => true,
  edges: ({ next, skipped }) => [edge('next', next), optionalEdge('skipped', skipped)],
  texts: ({ text }) => [{ path: 'text', text }],
  enter({ id, text }, turn) {
    turn.addEffect({
      kind: 'send',
      step_id: id,
      text: turn.textOf(text),
      buttons: ratingButtons(turn),
    })
    return turn.wait('button')
  },
  receive({ id, next, skipped }, turn) {
    const { input } = turn
    if (input.kind !== 'message' && (input.kind !== 'button' || input.step_id !== id)) return 'stay'
    const score = input.kind === 'button' ? scoreOfButton(input.button_id) : readRating(input.text.trim())
    // Rating is optional.
    if (score === null) return { to: skipped ?? next }
    turn.addEffect({ kind: 'rate', score })
    return { to: next }
  },
}
