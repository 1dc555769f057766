import type { Locale } from '@ozvi/contract'

/** Words of which a page of prose has many, and which the neighbors do not share. */
const function_words = {
  sk: 'sa je sú aby alebo ako pre pri ktoré ktorý ktorá keď nie ale môže môžete len už tiež bude ste sme že od čo',
  cs: 'se je jsou aby nebo jako pro při které který která když není ale může můžete jen už také bude jste jsme že od co',
  en: 'the of and to in is are for that this with you your on be can it as or not from we',
}
const sets = Object.entries(function_words).map(
  ([language, words]) => [language, new Set(words.split(' '))] as const,
)

/**
 * Detects the language of a text. The declared language is used only if the text is unclear, since templates
 * often declare the language of their author.
 * @param declared a language tag such as `sk-SK`.
 * @returns null for unsupported languages and for texts too short to tell.
 */
export function detectLocale(text: string, declared: string | null): Locale | null {
  const counts = new Map<string, number>()
  for (const word of text
    .slice(0, 20_000)
    .toLowerCase()
    .match(/\p{L}+/gu) ?? []) {
    for (const [language, words] of sets)
      if (words.has(word)) counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  const [first, second] = [...counts].sort((a, b) => b[1] - a[1])
  const is_clear = first && first[1] >= 5 && first[1] > (second?.[1] ?? 0) * 1.1
  const language = is_clear ? first[0] : (byLetters(text) ?? (declared ?? '').toLowerCase().split(/[-_]/)[0])
  return language === 'sk' || language === 'en' ? language : null
}

/** A short text full of carons is not in the English of its template. */
function byLetters(text: string): 'sk' | 'cs' | undefined {
  const count = (letters: RegExp) => text.slice(0, 20_000).match(letters)?.length ?? 0
  const czech = count(/[řůě]/gi)
  const slovak = count(/[ľĺŕôä]/gi)
  if (count(/[čšžťďňľřůě]/gi) * 100 < count(/\p{L}/gu)) return undefined
  return czech > slovak ? 'cs' : 'sk'
}
