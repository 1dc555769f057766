import { expect, test } from 'vitest'
import { readQuestionTerms, readWindow, type WindowText } from './features.ts'
import { analyzeQuestion } from '../questions/question.ts'

/** @param idf of words of the question; 1 for the others */
function signalsOf(text: string, window: Partial<WindowText>, idf: Record<string, number> = {}) {
  const question = analyzeQuestion(text, [], 'en')
  const ranking = {
    hits: [],
    ideal_stem_score: 1,
    ideal_gram_score: 1,
    stem_idf: new Map(question.terms.map(({ stem, word }) => [stem, idf[word] ?? 1])),
    gram_idf: new Map<string, number>(),
  }
  return readWindow(readQuestionTerms(question, ranking), {
    text: 'Press the lever and pull the oar out of its lock.',
    title: '',
    heading: '',
    path: '',
    names: [],
    path_words: [],
    locale: 'en',
    rank: 1,
    stem_share: 1,
    lead: 1,
    ordinal: 0,
    opens: true,
    isContinued: false,
    is_answer: false,
    ...window,
  }).signals
}

test('text about the change from another version is a listing, unless the question asks about changes', () => {
  const window = { title: 'Oars', path: 'Breaking changes › Locks', heading: 'Locks' }
  expect(signalsOf('remove an oar', window).is_listing).toBe(1)
  expect(signalsOf('which locks changed when I upgrade?', window).is_listing).toBe(0)
  expect(signalsOf('remove an oar', { title: 'Oars', path: 'Locks' }).is_listing).toBe(0)
})

test('the beginning of the section about a term defines it, later parts of the section don’t', () => {
  const window = { heading: 'Oarlock' }
  expect(signalsOf('what is an oarlock?', window).opens_definition).toBe(1)
  expect(signalsOf('what is an oarlock?', { ...window, isContinued: true }).opens_definition).toBe(0)
  expect(signalsOf('remove an oarlock', window).opens_definition).toBe(0)
})

test('a rare word of a question outweighs the others only up to a limit', () => {
  const missing = (idf: number) => signalsOf('pull the oar gently', {}, { gently: idf }).body
  expect(missing(4)).toBeGreaterThan(missing(5))
  expect(missing(9)).toBe(missing(5))
})

test('an irregular form matches as well as the word itself', () => {
  const window = { text: 'The lock was broken.', heading: 'Locks' }
  expect(signalsOf('I broke the lock', window).body).toBe(1)
  expect(signalsOf('I damaged the lock', window).body).toBeLessThan(1)
})

test('the closer together the words of the question are, the better, wherever they are repeated', () => {
  const closenessIn = (text: string) => signalsOf('pull the oar', { text }).closeness
  expect(closenessIn('Pull oar.')).toBe(1)
  expect(closenessIn('Pull, Mary, Peter, pull. Pull strong wet oar.')).toBe(0.5)
  expect(closenessIn('Oar strong wet pull. Mary, Peter, pull.')).toBe(0.5)
  expect(closenessIn('Pull the lever, Mary.')).toBe(0)
})

test('a passage far down its page counts as deeper than one at the top, up to a limit', () => {
  const depthOf = (ordinal: number) => signalsOf('pull the oar', { ordinal }).depth
  expect([0, 7, 63, 2_000].map(depthOf)).toEqual([0, 0.5, 1, 1])
})
