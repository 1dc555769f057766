import { normalizeText, type Locale } from '@ozvi/contract'
import emojiText from './emoji.txt?raw'

export interface Emoji {
  sign: string
  /** In the reader's language. */
  name: string
  /** Words of the name, then keywords of both languages, folded. */
  name_terms: readonly string[]
  keywords: readonly string[]
}
const wordsOf = (text: string) =>
  normalizeText(text)
    .split(/[^\p{L}\p{N}+]+/u)
    .filter(Boolean)

function read(locale: Locale): Emoji[][] {
  return emojiText
    .trimEnd()
    .split('\n\n')
    .map((group) =>
      group.split('\n').map((line) => {
        const [sign = '', en = '', sk = '', more = ''] = line.split('\t')
        const [name, foreign] = locale === 'sk' ? [sk, en] : [en, sk]
        return { sign, name, name_terms: wordsOf(name), keywords: wordsOf(`${foreign} ${more}`) }
      }),
    )
}
const groupsByLocale = new Map<Locale, Emoji[][]>()
/** All emoji by group in Unicode's order, with names in one language. */
export function emojiIn(locale: Locale): readonly (readonly Emoji[])[] {
  const groups = groupsByLocale.get(locale) ?? read(locale)
  groupsByLocale.set(locale, groups)
  return groups
}

/** How well one matches: 0 is best, undefined doesn't match. Each typed part must start some word. */
function rank({ name_terms, keywords }: Emoji, parts: readonly string[]): number | undefined {
  const begins = (among: readonly string[]) =>
    parts.every((part) => among.some((word) => word.startsWith(part)))
  if (begins(name_terms.slice(0, parts.length))) return name_terms.length === parts.length ? 0 : 1
  if (parts.every((part) => keywords.includes(part))) return 2
  if (begins(name_terms)) return 3
  return begins([...name_terms, ...keywords]) ? 4 : undefined
}
/**
 * Emoji matching the text in either language, ignoring diacritics, best first.
 *
 * @param recent newest first: they precede others of the same rank
 */
export function findEmoji(locale: Locale, typed: string, recent: readonly string[], limit: number): Emoji[] {
  const parts = wordsOf(typed)
  if (parts.length === 0) return []
  const age = ({ sign }: Emoji) => (recent.includes(sign) ? recent.indexOf(sign) : recent.length)
  return emojiIn(locale)
    .flat()
    .flatMap((emoji) => {
      const fit = rank(emoji, parts)
      return fit === undefined ? [] : [{ emoji, fit }]
    })
    .sort((a, b) => a.fit - b.fit || age(a.emoji) - age(b.emoji))
    .slice(0, limit)
    .map(({ emoji }) => emoji)
}
/** Looks up emoji, in the given order. */
export function emojiBySign(locale: Locale, signs: readonly string[]): Emoji[] {
  const all = emojiIn(locale).flat()
  return signs.flatMap((sign) => all.find((emoji) => emoji.sign === sign) ?? [])
}
