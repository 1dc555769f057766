import { markdownAttacks, markdownCases, slowMarkdown, typedCase } from '@ozvi/contract/markdown-cases'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { plainText } from './inline-text.tsx'
import { Markdown } from './markdown.tsx'
import { PanelContext, type PanelContextValue } from '../panel-context.ts'
import { createTranslator } from '../messages.ts'
import { en } from '../messages/en.ts'

// Blocks only use the panel's messages.
const parts = { translator: createTranslator('en', en) } as PanelContextValue
const cited = (number: number) => (number < 3 ? <b>{number}</b> : null)
/** Without classes and the button that copies code. */
const html = (node: ReactNode) =>
  renderToStaticMarkup(<PanelContext value={parts}>{node}</PanelContext>)
    .replace(/<div class="code">(.*?)<button.*?<\/div>/gs, '$1')
    .replace(/ class="[^"]*"/g, '')
const rendered = (markdown: string) => html(<Markdown text={markdown} cite={cited} />)
const typed = (text: string) => html(plainText(text))

test.each(markdownCases)('%j is rendered as in the dashboard', (markdown, html) => {
  expect(rendered(markdown)).toBe(html)
})
test('plain text stays as typed, but its URLs are links', () => {
  expect(typed(typedCase[0])).toBe(typedCase[1])
})
test('SEC-29 no text becomes a script, a frame, an image or a foreign scheme', () => {
  for (const attack of markdownAttacks) {
    for (const html of [rendered(attack), typed(attack)]) {
      expect(html).not.toMatch(/<(script|img|svg|iframe|object|style)/i)
      expect(html).not.toMatch(/<[^>]* (on\w+|style|src)=/i)
      expect(html).not.toMatch(/href="(?!https?:|mailto:|tel:)/i)
    }
  }
})
const runsMax = 10
/** The shortest of several runs, so that other load doesn't count; stops at one within the limit. */
function shortestTime_ms(work: () => unknown, limit_ms: number): number {
  let shortest_ms = Infinity
  for (let run = 0; run < runsMax && shortest_ms >= limit_ms; run++) {
    const from_ms = performance.now()
    work()
    shortest_ms = Math.min(shortest_ms, performance.now() - from_ms)
  }
  return shortest_ms
}
test('SEC-31 a message that is slow to parse or has many parts is rendered within 500 ms', () => {
  for (const text of slowMarkdown)
    for (const render of [rendered, typed])
      expect(
        shortestTime_ms(() => render(text), 500),
        JSON.stringify(text.slice(0, 12)),
      ).toBeLessThan(500)
})
