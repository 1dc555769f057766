import { markdownAttacks, markdownCases, slowMarkdown, typedCase } from '@ozvi/contract/markdown-cases'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { cpuTime_ms } from '../../../tools/cpu-time.ts'
import { LinkedText } from './inline-markdown.tsx'
import { Markdown } from './markdown.tsx'

const cited = (number: number) => (number < 3 ? <b>{number}</b> : null)
/** Without classes and the element around the blocks. */
const html = (node: ReactNode) => renderToStaticMarkup(node).replace(/ class="[^"]*"/g, '')
const rendered = (markdown: string) =>
  html(<Markdown text={markdown} renderCitation={cited} />).replace(/^<div>|<\/div>$/g, '')
const typed = (text: string) => html(<LinkedText text={text} />)

test.each(markdownCases)('%j is rendered as in the widget', (markdown, html) => {
  expect(rendered(markdown)).toBe(html)
})
test('plain text stays as typed, but its URLs are links', () => {
  expect(typed(typedCase[0])).toBe(`<p>${typedCase[1]}</p>`)
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
test('SEC-31 a message that is slow to parse or has many parts is rendered within 500 ms of CPU time', async () => {
  for (const text of slowMarkdown)
    for (const render of [rendered, typed])
      expect(await cpuTime_ms(() => render(text)), JSON.stringify(text.slice(0, 12))).toBeLessThan(500)
})
