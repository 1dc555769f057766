import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/*
 * Writes every emoji with its names and keywords in both languages, from Unicode's own data, so that browsers don't
 * load all of it. Skin tones and variants of families are left out, and so are emoji that most systems can't draw
 * yet. Run it after updating the data: npm run generate
 */

const newest = 15.1
export const emojiFile = path.join(import.meta.dirname, '../app/src/dashboard/emoji/emoji.txt')
/** Emoji of the widget: only common ones, in list order. */
export const commonEmojiFile = path.join(import.meta.dirname, '../widget/src/panel/composer/emoji.txt')
const common = [
  '😀 😃 😄 😁 😆 😅 🤣 😂 🙂 🙃 😉 😊 😇 🥰 😍 🤩 😘 😋 😛 😜 🤪 😝 🤗 🤭 🤫 🤔 🤨 😐 😑 😶 😏 😒 🙄 😬 😌 😔 😪 😴',
  '😷 🤒 🤕 🤢 🥵 🥶 😵 🤯 🥳 😎 🤓 🧐 😕 😟 🙁 😮 😯 😲 😳 🥺 😦 😨 😰 😥 😢 😭 😱 😖 😞 😓 😩 😫 🥱 😤 😡 😠 💩 👻 🤖',
  '👋 ✋ 👌 🤏 ✌️ 🤞 🤙 👈 👉 👆 👇 👍 👎 ✊ 👊 👏 🙌 🤝 🙏 💪 👀 🤷 🤦 🙋 🏃 👶 👨 👩',
  '❤️ 🧡 💛 💚 💙 💜 🖤 🤍 💔 💕 💯 💥 💬 💤 ⭐ 🌟 ✨ 🔥 🎉 🎊 🎁 🎂 🏆 🎵 ⚽ 🎮 🎨',
  '☀️ ⛅ ☔ ❄️ 🌈 🌍 🌸 🌹 🌻 🌲 🍀 🐶 🐱 🐻 🐼 🦊 🐸 🐵 🦄 🐝 🦋 🐟',
  '🍎 🍌 🍓 🍕 🍔 🍟 🍞 🧀 🍰 🍫 🍦 ☕ 🍵 🍺 🍷 🥂 🚗 🚌 🚲 🚆 ✈️ 🚀 🏠 🏢 🏥 🏫 🏖️',
  '📱 💻 🖨️ 📷 📞 📧 ✉️ 📦 📄 📎 ✏️ 📝 📅 ⏰ ⌛ 🔍 🔒 🔑 🔧 🔨 💡 🔋 🛒 💰 💳 🧾 👕 👟 👗 💍 🛋️ 🛏️',
  '✅ ❌ ❓ ❗ ⚠️ ➕ ➖ ➡️ ⬅️ ⬆️ ⬇️ 🔄 🆗 🔴 🟢 🔵 ♻️ 🚫 🏁 🇸🇰 🇨🇿 🇪🇺',
].flatMap((line) => line.split(' '))

/** Number of keywords that a common emoji keeps per language. */
const keywordsMax = 4

const require = createRequire(import.meta.url)
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

interface Annotation {
  /** Keywords. */
  default: string[]
  /** The name, alone in a list. */
  tts: [string]
}
const annotationsOf = (file: string) =>
  // In CLDR's format.
  (
    read(file) as {
      annotations: { annotations: Record<string, Annotation | undefined> }
    }
  ).annotations.annotations

/** Flags have no annotations: they are named after their countries. */
function flagName(sign: string, locale: string): Annotation | undefined {
  if (!/^[\u{1F1E6}-\u{1F1FF}]{2}$/u.test(sign)) return undefined
  const code = [...sign].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x1f1e6 + 65))
  const name = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }).of(code.join(''))
  return name === undefined ? undefined : { default: [locale === 'sk' ? 'vlajka' : 'flag'], tts: [name] }
}

/**
 * Groups separated by an empty line. Each line has an emoji, its English and Slovak names and more keywords,
 * separated by tabs.
 */
export function emojiText(): string {
  const annotations = {
    en: annotationsOf(require.resolve('cldr-annotations-full/annotations/en/annotations.json')),
    sk: annotationsOf(require.resolve('cldr-annotations-full/annotations/sk/annotations.json')),
  }
  const nameOf = (sign: string, locale: 'en' | 'sk') =>
    annotations[locale][sign] ?? annotations[locale][sign.replaceAll('\uFE0F', '')] ?? flagName(sign, locale)
  // In the package's format.
  const groups = read(require.resolve('unicode-emoji-json/data-by-group.json')) as {
    emojis: { emoji: string; emoji_version: string }[]
  }[]
  const lines = groups.map(({ emojis }) =>
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
  return `${lines.join('\n\n')}\n`
}

/** One emoji per line, separated by tabs: its English and Slovak names and more keywords. */
export function commonEmojiText(): string {
  const lines = new Map(
    emojiText()
      .split('\n')
      .map((line) => [line.split('\t')[0] ?? '', line]),
  )
  return common
    .map((sign) => {
      const line = lines.get(sign)
      if (!line) throw new Error(`${sign} is not in the list`)
      const [, en = '', sk = '', more = ''] = line.split('\t')
      const keywords = more.split(' ')
      const few =
        keywords.length > 2 * keywordsMax
          ? [...keywords.slice(0, keywordsMax), ...keywords.slice(-keywordsMax)]
          : keywords
      return `${[sign, en, sk, few.join(' ')].join('\t')}\n`
    })
    .join('')
}

if (import.meta.main) {
  writeFileSync(emojiFile, emojiText())
  writeFileSync(commonEmojiFile, commonEmojiText())
}
