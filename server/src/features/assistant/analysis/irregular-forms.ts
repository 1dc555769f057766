import type { Locale } from '@ozvi/contract'

/**
 * Forms of English words that the stemmer does not join, base form first: people ask how to "send" what pages say is
 * "sent". Without verbs that mean little by themselves ("go", "take") and forms that are mostly other words ("left",
 * "won", "spoke").
 */
const FORMS = `
  begin began begun
  bend bent
  break broke broken
  bring brought
  build built
  buy bought
  choose chose chosen
  deal dealt
  draw drew drawn
  drink drank drunk
  drive drove driven
  eat ate eaten
  fall fell fallen
  feed fed
  fight fought
  find found
  fly flew flown
  forbid forbade forbidden
  forget forgot forgotten
  freeze froze frozen
  grow grew grown
  hang hung
  hear heard
  hide hid hidden
  keep kept
  learn learnt
  lend lent
  lose lost
  meet met
  mistake mistook mistaken
  overwrite overwrote overwritten
  override overrode overridden
  pay paid
  rebuild rebuilt
  redo redid redone
  rewrite rewrote rewritten
  ride rode ridden
  run ran
  sell sold
  send sent
  shake shook shaken
  shrink shrank shrunk
  sing sang sung
  sink sank sunk
  sleep slept
  spend spent
  spin spun
  steal stole stolen
  stick stuck
  sweep swept
  swim swam swum
  teach taught
  tear tore torn
  throw threw thrown
  undo undid undone
  understand understood
  wake woke woken
  wear wore worn
  withdraw withdrew withdrawn
  write wrote written
  child children
  foot feet
  index indices
  man men
  matrix matrices
  mouse mice
  tooth teeth
  vertex vertices
  woman women`

const known: ReadonlyMap<string, readonly string[]> = new Map(
  FORMS.trim()
    .split('\n')
    .map((line) => line.trim().split(' '))
    .flatMap((forms) => forms.map((form) => [form, forms] as const)),
)

/** All forms of an irregular word, base form first; empty for other words. */
export const irregularForms = (word: string, locale: Locale): readonly string[] =>
  locale === 'en' ? (known.get(word) ?? []) : []
