/**
 * The Porter2 ("English" Snowball) stemmer, from its published definition, for lower-case words without
 * apostrophes. Returns a key shared by all forms of a word: "refunded", "refunds" and "refund" have the same
 * one.
 */
export function stemEnglish(word: string) {
  if (word.length <= 2) return word
  const exception = EXCEPTIONS.get(word)
  if (exception) return exception
  // A `y` that acts as a consonant is written `Y` while the rules run.
  let stem = word.replace(/^y/, 'Y').replace(/([aeiouy])y/g, '$1Y')
  const opening = /^(?:gener|commun|arsen)/.exec(stem)
  const r1 = opening ? opening[0].length : regionAfter(stem, 0)
  const r2 = regionAfter(stem, r1)
  stem = dropPlural(stem)
  if (INVARIANT.has(stem)) return stem
  stem = dropParticiple(stem, r1)
  if (stem.length > 2 && /[yY]$/.test(stem) && !isVowel(stem.at(-2))) stem = `${stem.slice(0, -1)}i`
  stem = shortenSuffix(stem, r1)
  stem = shortenAdjective(stem, r1, r2)
  stem = dropSuffix(stem, r2)
  return dropFinal(stem, r1, r2).toLowerCase()
}

const isVowel = (letter: string | undefined) => letter !== undefined && 'aeiouy'.includes(letter)
const hasVowel = (text: string) => /[aeiouy]/.test(text)

/** The position after the first non-vowel that follows a vowel, starting at `from` (R1 and R2 of the Porter stemmer). */
function regionAfter(word: string, from: number) {
  for (let index = from + 1; index < word.length; index++)
    if (!isVowel(word[index]) && isVowel(word[index - 1])) return index + 1
  return word.length
}

/** Whether the word ends in a short syllable ("hop", "at"). */
function endsShort(word: string) {
  if (word.length === 2) return isVowel(word[0]) && !isVowel(word[1])
  return /[^aeiouy][aeiouy][^aeiouywxY]$/.test(word)
}

/** Step 1a. */
function dropPlural(word: string) {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (/(?:ied|ies)$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1)
  if (/(?:us|ss)$/.test(word)) return word
  return word.endsWith('s') && hasVowel(word.slice(0, -2)) ? word.slice(0, -1) : word
}

/** Step 1b. */
function dropParticiple(word: string, r1: number) {
  const agreed = /(?:eedly|eed)$/.exec(word)
  if (agreed) return agreed.index >= r1 ? `${word.slice(0, agreed.index)}ee` : word
  const ending = /(?:ingly|edly|ing|ed)$/.exec(word)
  if (!ending || !hasVowel(word.slice(0, ending.index))) return word
  const stem = word.slice(0, ending.index)
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(stem)) return stem.slice(0, -1)
  return r1 >= stem.length && endsShort(stem) ? `${stem}e` : stem
}

/** Step 2: the longest of these suffixes, if it is in R1. */
function shortenSuffix(word: string, r1: number) {
  const matched = STEP_2.find(([suffix]) => word.endsWith(suffix))
  if (!matched) return word
  const [suffix, replacement] = matched
  const stem = word.slice(0, -suffix.length)
  if (stem.length < r1) return word
  if (suffix === 'ogi') return stem.endsWith('l') ? `${stem}og` : word
  if (suffix === 'li') return /[cdeghkmnrt]$/.test(stem) ? stem : word
  return stem + replacement
}

/** Step 3. */
function shortenAdjective(word: string, r1: number, r2: number) {
  const matched = STEP_3.find(([suffix]) => word.endsWith(suffix))
  if (!matched) return word
  const [suffix, replacement] = matched
  const stem = word.slice(0, -suffix.length)
  return stem.length >= (suffix === 'ative' ? r2 : r1) ? stem + replacement : word
}

/** Step 4. */
function dropSuffix(word: string, r2: number) {
  const suffix = STEP_4.find((candidate) => word.endsWith(candidate))
  if (!suffix) return word
  const stem = word.slice(0, -suffix.length)
  if (stem.length < r2) return word
  return suffix === 'ion' && !/[st]$/.test(stem) ? word : stem
}

/** Step 5. */
function dropFinal(word: string, r1: number, r2: number) {
  const stem = word.slice(0, -1)
  if (word.endsWith('e')) return stem.length >= r2 || (stem.length >= r1 && !endsShort(stem)) ? stem : word
  return word.endsWith('ll') && stem.length >= r2 ? stem : word
}

const EXCEPTIONS = new Map(
  `skis:ski skies:sky dying:die lying:lie tying:tie idly:idl gently:gentl ugly:ugli early:earli only:onli
  singly:singl sky:sky news:news howe:howe atlas:atlas cosmos:cosmos bias:bias andes:andes`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [word: string, stem: string]), // every entry above holds one colon
)
const INVARIANT = new Set('inning outing canning herring earring proceed exceed succeed'.split(' '))

/** Longest suffix first, so the first that fits is the one the definition asks for. */
const STEP_2: readonly (readonly [suffix: string, replacement: string])[] = [
  ['ization', 'ize'],
  ['ational', 'ate'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['iveness', 'ive'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['lessli', 'less'],
  ['entli', 'ent'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['ousli', 'ous'],
  ['iviti', 'ive'],
  ['fulli', 'ful'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['abli', 'able'],
  ['izer', 'ize'],
  ['ator', 'ate'],
  ['alli', 'al'],
  ['bli', 'ble'],
  ['ogi', 'og'],
  ['li', ''],
]
const STEP_3: readonly (readonly [suffix: string, replacement: string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ative', ''],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
]
const STEP_4 = 'ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er ic'.split(' ')
