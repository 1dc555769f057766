import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

/*
 * `virtual:emoji`: every emoji with its names and words in both languages, from Unicode's own lists, so that
 * no browser carries them whole. Those that come in skin tones or as one of many families are there once, and
 * those that most systems cannot draw yet are not.
 */

const newest = 15.1
const id = 'virtual:emoji'
const require = createRequire(import.meta.url)
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

interface Said {
  /** Words by which it is found. */
  default: string[]
  /** Its name, alone in a list. */
  tts: [string]
}
const annotationsOf = (file: string) =>
  // As CLDR publishes them.
  (
    read(file) as {
      annotations: { annotations: Record<string, Said | undefined> }
    }
  ).annotations.annotations

/** Of the flag of a country, which the annotations leave to the names of countries. */
function flagName(sign: string, locale: string): Said | undefined {
  if (!/^[\u{1F1E6}-\u{1F1FF}]{2}$/u.test(sign)) return undefined
  const code = [...sign].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x1f1e6 + 65))
  const name = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }).of(code.join(''))
  return name === undefined ? undefined : { default: [locale === 'sk' ? 'vlajka' : 'flag'], tts: [name] }
}

/** For each group lines of sign, English name, Slovak name and further words, divided by tabs. */
function emojiLines(): string[] {
  const annotations = {
    en: annotationsOf(require.resolve('cldr-annotations-full/annotations/en/annotations.json')),
    sk: annotationsOf(require.resolve('cldr-annotations-full/annotations/sk/annotations.json')),
  }
  const nameOf = (sign: string, locale: 'en' | 'sk') =>
    annotations[locale][sign] ?? annotations[locale][sign.replaceAll('\uFE0F', '')] ?? flagName(sign, locale)
  // As the package publishes them.
  const groups = read(require.resolve('unicode-emoji-json/data-by-group.json')) as {
    emojis: { emoji: string; emoji_version: string }[]
  }[]
  return groups.map(({ emojis }) =>
    emojis
      .flatMap(({ emoji, emoji_version }) => {
        const [en, sk] = [nameOf(emoji, 'en'), nameOf(emoji, 'sk')]
        if (!en || !sk || Number(emoji_version) > newest) return []
        const names = [en.tts[0], sk.tts[0]]
        const knownNames = new Set(names.join(' ').split(' '))
        const keywords = [...en.default, ...sk.default].flatMap((keywords) => keywords.split(' '))
        return [
          [emoji, ...names, [...new Set(keywords)].filter((word) => !knownNames.has(word)).join(' ')].join(
            '\t',
          ),
        ]
      })
      .join('\n'),
  )
}

export const emoji = (): Plugin => ({
  name: 'ozvi:emoji',
  resolveId: (requested) => (requested === id ? `\0${id}` : undefined),
  load: (requested) =>
    requested === `\0${id}` ? `export const emojiLines = ${JSON.stringify(emojiLines())}` : undefined,
})
