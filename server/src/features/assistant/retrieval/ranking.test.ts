import fc from 'fast-check'
import { expect, test } from 'vitest'
import { confidenceOf, readSignals } from '../confidence.ts'
import { fold } from '../analysis/fold.ts'
import { grams } from '../analysis/grams.ts'
import { contentWords } from '../analysis/terms.ts'
import { splitPassages } from './passages.ts'
import { analyzeQuestion } from '../questions/question.ts'
import { QUOTE_CHARS_MAX, type QuotablePassage, rankQuotes } from '../quoting/quoting.ts'
import { type Candidate, countGrams, FIELDS, noTotals, rank } from './ranking.ts'

interface Page {
  title: string
  text: string
  is_answer?: boolean
}

/** Ranks pages without a database; every page is an item of one or more passages. */
function find(query: string, pages: readonly Page[]) {
  const texts = new Map<number, Omit<QuotablePassage, 'hit'>>()
  const candidates: Candidate[] = []
  const statistics = { passages: 0, words: noTotals(), grams: noTotals() }
  for (const [index, { title, text, is_answer = false }] of pages.entries()) {
    let heading: string | undefined
    for (const [ordinal, passage] of splitPassages(text).entries()) {
      const id = candidates.length + 1
      const words = {
        title: contentWords(title, 'en'),
        heading: contentWords(passage.heading, 'en'),
        body: contentWords(passage.text, 'en'),
      }
      statistics.passages++
      for (const field of FIELDS)
        for (const word of words[field]) {
          statistics.words[field]++
          statistics.grams[field] += countGrams(word)
        }
      const isContinued = passage.heading === heading
      heading = passage.heading
      texts.set(id, { title, heading, text: passage.text, is_answer, isContinued, ordinal })
      candidates.push({ id, item_id: `item ${index}`, source_id: 'source', locale: 'en', words })
    }
  }
  const question = analyzeQuestion(query, [], 'en')
  const ranking = rank(question, candidates, statistics, { stems: new Map(), grams: new Map() })
  const passages = ranking.hits.flatMap((hit): QuotablePassage[] => {
    const text = texts.get(hit.candidate.id)
    return text ? [{ hit, ...text }] : []
  })
  const quotes = rankQuotes(question, ranking, passages)
  const [best, ...rest] = quotes
  return {
    quotes,
    hits: ranking.hits,
    confidence: best ? confidenceOf(readSignals(question, ranking, [best, ...rest], statistics.passages)) : 0,
  }
}

const shop: Page[] = [
  { title: 'Refunds', text: 'We pay refunds within 12 business days. They go to the card you paid with.' },
  { title: 'Shipping', text: 'A courier costs 3.90 EUR. Orders leave on the same day.' },
  { title: 'Opening hours', text: 'The shop is open from 9 to 17 on weekdays.' },
]

test('two words of a question match a compound in the page', () => {
  const pages = [
    { title: 'Warehouse', text: 'Each zone of the warehouse is cleaned in time.' },
    { title: 'Clock', text: '## Timezone\n\nChoose your timezone in the settings of the clock.' },
  ]
  expect(find('set the time zone', pages).quotes[0]?.heading).toBe('Timezone')
})

test('a question in capitals is trusted as much as in small letters', () => {
  const [shouted, asked] = ['WHEN DO YOU PAY REFUNDS', 'when do you pay refunds'].map((each) =>
    find(each, shop),
  )
  expect(shouted?.confidence).toBe(asked?.confidence)
})

test('a page with another irregular form of a word is found and trusted', () => {
  const page = { title: 'Lost property', text: 'Report here what people steal from you.' }
  const [best] = find('my wallet was stolen', [...shop, page]).quotes
  expect(best?.passage.title).toBe('Lost property')
  expect(best?.asked_share).toBe(0.5)
})

test('the matching page is quoted', () => {
  expect(find('how long do refunds take?', shop).quotes[0]?.text).toContain('12 business days')
})
test('word order doesn’t change the score', () => {
  const word = fc.stringMatching(/^[a-zč]{1,9}$/)
  fc.assert(
    fc.property(word, word, (query, written) => {
      const shared = grams(fold(query)).some((gram) => grams(fold(written)).includes(gram))
      const [hit] = find(`qqqq ${query}`, [{ title: '', text: `zzzz ${written}` }]).hits
      fc.pre(contentWords(query, 'en').length > 0 && contentWords(written, 'en').length > 0)
      expect((hit?.gram_score ?? 0) > 0).toBe(shared)
    }),
  )
})
test('a question with a typo finds the page', () => {
  expect(find('refnuds', shop).quotes[0]?.passage.title).toBe('Refunds')
})
test('a section below a short opening is quoted without the opening if it answers alone', () => {
  const page = {
    title: 'Contact',
    text: 'Eva Green\n\n- eva@tea.example\n\n## Opening hours\n\nMonday to Friday: 9–18',
  }
  expect(find('what are your opening hours?', [page]).quotes[0]?.text).toBe(
    '## Opening hours\n\nMonday to Friday: 9–18',
  )
})
test('each section below a short introduction is quoted once, so the best quote has no equal rival', () => {
  const page = {
    title: 'Contact',
    text: 'Eva Green\n\n## Address\n\n14 Quay Street\n\n## Opening hours\n\nMonday to Friday: 9–18',
  }
  const texts = find('what are your opening hours?', [page]).quotes.map(({ text }) => text)
  expect(texts[0]).toBe('## Opening hours\n\nMonday to Friday: 9–18')
  expect(texts).toEqual([...new Set(texts)])
})
test('a question outside the content has lower confidence than one it answers', () => {
  const answered = find('how many business days until refunds are paid?', shop).confidence
  expect(find('does Amazon sell crocodile insurance in Peru?', shop).confidence).toBeLessThan(answered / 2)
})
test('a saved answer is quoted whole, even if longer than a quote from a page', () => {
  const text = `Yes.\n\n${'Every euro you spend is worth one point. '.repeat(20)}\n\nA hundred points are a voucher.`
  const [quote] = find('loyalty points', [
    { title: 'Is there a loyalty programme?', text, is_answer: true },
  ]).quotes
  expect(quote?.text).toBe(text)
  expect(text.length).toBeGreaterThan(QUOTE_CHARS_MAX)
})
test('every quote is verbatim and within the length limit', () => {
  const piece = fc.constantFrom(
    'Refunds take 3 days.',
    'It is so.',
    '## Refunds',
    '- refund',
    '```',
    'x'.repeat(900),
    '',
  )
  fc.assert(
    fc.property(fc.array(fc.array(piece, { maxLength: 12 }), { maxLength: 5 }), (pages) => {
      const created = pages.map((lines, index) => ({ title: `Page ${index}`, text: lines.join('\n') }))
      for (const { text, passage } of find('how long do refunds take?', created).quotes) {
        const [head = '', ...rest] = text.split('\n')
        const isUnderHead = passage.text.includes(head) && passage.text.includes(rest.join('\n'))
        expect(passage.text.includes(text) || isUnderHead).toBe(true)
        expect(text.length).toBeLessThanOrEqual(QUOTE_CHARS_MAX)
      }
    }),
  )
})
