import type { HandOverReason, Locale, SummaryFacts } from '@ozvi/contract'
import { replyTimeText } from '#features/hours'
import { fileNames } from '../messages/file-names.ts'
import type { ConversationRow, MessageRow } from '../record/rows.ts'

/** Sent to the customer at the hand-over, followed by the promise, if there is one. */
const handOverTexts: Record<Locale, Record<HandOverReason, string>> = {
  en: {
    asked_for_human: 'I’ve handed your conversation over to our team.',
    nothing_found:
      'I couldn’t find an answer to this in our content, so I’ve passed your question on to our team.',
    low_confidence_twice:
      'I’m not sure enough to answer this well, so I’ve passed your question on to our team.',
    anger: 'I’m sorry about this. I’ve handed your conversation over to our team.',
    loop: 'We seem to be going in circles, so I’ve handed your conversation over to our team.',
    rule: 'I’ve passed your question on to our team.',
    plan_limit: 'I’ve passed your question on to our team.',
    error: 'Something went wrong while I was finding an answer, so I’ve passed your question on to our team.',
  },
  sk: {
    asked_for_human: 'Vašu konverzáciu som odovzdal nášmu tímu.',
    nothing_found: 'Odpoveď na toto som v našom obsahu nenašiel, preto som vašu otázku odovzdal nášmu tímu.',
    low_confidence_twice:
      'Nie som si dosť istý, aby som na toto dobre odpovedal, preto som vašu otázku odovzdal nášmu tímu.',
    anger: 'Mrzí ma to. Vašu konverzáciu som odovzdal nášmu tímu.',
    loop: 'Zdá sa, že sa točíme v kruhu, preto som vašu konverzáciu odovzdal nášmu tímu.',
    rule: 'Vašu otázku som odovzdal nášmu tímu.',
    plan_limit: 'Vašu otázku som odovzdal nášmu tímu.',
    error: 'Pri hľadaní odpovede sa niečo pokazilo, preto som vašu otázku odovzdal nášmu tímu.',
  },
}
/** @param promise when the team will reply, derived from opening hours; no time is mentioned by default */
export const handOverText = (
  locale: Locale,
  reason: HandOverReason,
  promise = replyTimeText(locale),
): string => `${handOverTexts[locale][reason]} ${promise}`

const summaryWords = {
  en: {
    asked: 'Asked',
    quoted: 'The assistant quoted',
    none: 'The assistant quoted nothing.',
    page: 'Wrote from',
  },
  sk: {
    asked: 'Otázka',
    quoted: 'Asistent citoval',
    none: 'Asistent nič necitoval.',
    page: 'Napísané zo stránky',
  },
} as const
const questionsKept = 3
const questionChars = 240

/**
 * Adds a full stop unless the sentence already ends with punctuation. Titles of saved answers are questions.
 */
const ended = (sentence: string) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`)

/** The page without its scheme, query and hash, which can contain keys and personal data. */
function shortPage(page_url: string): string {
  if (!URL.canParse(page_url)) return page_url.split(/[?#]/, 1).join('')
  const { host, pathname } = new URL(page_url)
  return `${host}${pathname}`
}

/** The customer's last questions in their own words, the titles of quoted sources, and the page. Adds nothing. */
export function summaryFacts(
  { page_url }: Pick<ConversationRow, 'page_url'>,
  messages: MessageRow[],
): SummaryFacts {
  const short = (text: string) =>
    text.length > questionChars ? `${text.slice(0, questionChars - 1)}…` : text
  return {
    questions: messages
      .filter(({ author, kind }) => author === 'contact' && kind === 'text')
      .slice(-questionsKept)
      .map(({ body, attachments }) => short((body || fileNames(attachments)).replace(/\s+/g, ' '))),
    quoted_titles: [...new Set(messages.flatMap(({ citations }) => citations.map(({ title }) => title)))],
    page: page_url && shortPage(page_url),
  }
}

/** The facts as text in the customer's language, for emails and programs. */
export function summaryText(locale: Locale, { questions, quoted_titles, page }: SummaryFacts): string {
  const words = summaryWords[locale]
  return [
    ...questions.map((question) => `${words.asked}: ${question}`),
    quoted_titles.length > 0 ? ended(`${words.quoted}: ${quoted_titles.join(', ')}`) : words.none,
    ...(page ? [`${words.page}: ${page}`] : []),
  ].join('\n')
}
