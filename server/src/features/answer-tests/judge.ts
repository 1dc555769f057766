import type { AnswerTest, AnswerTestFailure, Citation } from '@ozvi/contract'

/** Texts are compared without case, diacritics, punctuation and line breaks. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** An address without its fragment and a slash at its end. */
const addressOf = (url: string) => url.replace(/#.*$/s, '').replace(/\/$/, '')

/** Whether a citation is of the page with this title, address or path. */
function isPage({ title, url }: Pick<Citation, 'title' | 'url'>, expected: string): boolean {
  if (plain(title) === plain(expected)) return true
  if (!url) return false
  const expectedUrl = addressOf(expected)
  return expectedUrl.startsWith('/')
    ? addressOf(URL.parse(url)?.pathname ?? '') === expectedUrl
    : addressOf(url) === expectedUrl
}

/**
 * Why an answer isn't the expected one; null if it is.
 *
 * @param citations of the answer; none if it was handed over
 */
export function failureOf(
  { expects, expected_page, expected_text }: AnswerTest,
  citations: readonly Pick<Citation, 'title' | 'url' | 'quote'>[],
): AnswerTestFailure | null {
  if (expects === 'hand_over') return citations.length ? 'answered' : null
  if (!citations.length) return 'no_answer'
  if (expected_page && !citations.some((citation) => isPage(citation, expected_page))) return 'wrong_page'
  const words = plain(expected_text)
  const isSaid = citations.some(({ quote }) => ` ${plain(quote)} `.includes(` ${words} `))
  return words && !isSaid ? 'wrong_text' : null
}
