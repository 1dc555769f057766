import { readdirSync } from 'node:fs'
import { VFileMessage } from 'vfile-message'
import { expect, test } from 'vitest'
import { entries } from '../src/site/content/content.server.ts'
import { type Kind, kinds } from '../src/site/content/front-matter.server.ts'
import { compileBody, compileFront } from '../vite/content/compile.ts'

const of = { locale: 'en', kind: 'legal', path: '/x' } as const
const front = `---
title: A page
description: A sentence that is long enough to stand in a list.
updated: 2026-11-20
---
`
const compile = (markdown: string) => compileBody('content/en/legal/x.md', front + markdown, of)
async function fault(source: string) {
  const thrown = await compileBody('content/en/legal/x.md', source, of).catch((error: unknown) => error)
  if (!(thrown instanceof VFileMessage)) throw new Error('It was taken.')
  return `${thrown.file}:${thrown.line}: ${thrown.reason}`
}

test('S2.20 headings are links to themselves and make the table of contents', async () => {
  const { html, headings } = await compile('## First steps\n\n### Then *this*\n\n#### Detail')
  expect(html).toContain('<h2 id="first-steps"><a href="#first-steps">First steps</a></h2>')
  expect(headings).toEqual([
    { id: 'first-steps', text: 'First steps', depth: 2 },
    { id: 'then-this', text: 'Then this', depth: 3 },
  ])
})
test('S2.20 code is highlighted in both color modes and keeps its title', async () => {
  const { html } = await compile('```ts title="server.ts"\nconst a = 1\n```')
  expect(html).toMatch(/<figure class="code" data-code=""><figcaption>server\.ts<\/figcaption><pre/)
  expect(html).toContain('light-dark(')
})
test('S2.20 tables, callouts, steps and tabs are readable without scripts', async () => {
  const { html } = await compile(
    '| | b |\n|---|---|\n| 1 | 2 |\n\n:::warning[Mind the step]\nSlowly.\n:::\n\n:::steps\n1. One\n2. Two\n:::\n\n::::tabs\n:::tab[npm]\nX\n:::\n::::',
  )
  expect(html).toMatch(/<div class="table-frame" tabindex="0" role="region" aria-label="Table 1"><table>/)
  expect(html).toMatch(/<thead>\s*<tr>\s*<td><\/td>\s*<th>b<\/th>/)
  expect(html).toMatch(/<aside class="callout warning"><p class="callout-title">Mind the step<\/p>/)
  expect(html).toMatch(/<div class="steps">\s*<ol>/)
  expect(html).toMatch(/<section data-tab="npm"><p class="tab-title">npm<\/p>/)
})
test('S2.20 an image on its own is a figure with size, widths and caption', async () => {
  const { html } = await compile('![The inbox](/images/inbox.png "What a member sees")')
  expect(html).toMatch(
    /<figure class="picture"><img src="\/images\/inbox\.png" alt="The inbox" width="\d+" height="\d+"/,
  )
  expect(html).toContain('<figcaption>What a member sees</figcaption>')
})
test('apostrophes are typographic, except in code', async () => {
  const { html, headings, text } = await compile("## What's new\n\nThe teams' chat isn't `it's`.")
  expect(html).toContain("<p>The teams’ chat isn’t <code>it's</code>.</p>")
  expect(headings).toEqual([{ id: 'whats-new', text: 'What’s new', depth: 2 }])
  expect(text).toContain("The teams’ chat isn’t it's.")
})
test('S2.19 links within the site have the language of their page', async () => {
  const { html } = await compile('[blog](/blog) [home](/) [out](https://example.com)')
  expect(html).toContain('href="/en/blog"')
  expect(html).toContain('href="/en"')
  expect(html).toContain('<a href="https://example.com" rel="noopener">')
})

test.each([
  [
    'a link to no page',
    `${front}\nText\n\n[x](/blog/nowhere)`,
    ':9: The link leads to no page: /blog/nowhere',
  ],
  ['a link to no heading', `${front}\n[x](#nowhere)`, ':7: No heading #nowhere on this page'],
  ['an unknown directive', `${front}\n:::shout\nX\n:::`, ':7: There is no directive :::shout'],
  ['a tab without a label', `${front}\n:::tab\nX\n:::`, ':7: A tab needs a label: :::tab[npm]'],
  [
    'a missing picture',
    `${front}\n![x](/images/none.png)`,
    ':7: There is no picture app/public/images/none.png',
  ],
  ['no front matter', 'Text', 'The file begins with front matter between two lines of ---'],
  ['a day that is none', front.replace('2026-11-20', 'soon'), ':4: updated: is not a day'],
  ['broken YAML', '---\ntitle: [\n---\n', 'content/en/legal/x.md:'],
])('422 %s fails the build with file, line and reason', async (_, source, message) => {
  expect(await fault(source)).toContain(message)
})
test('an unknown key in the front matter is rejected', () => {
  const source = front.replace('updated', 'updtaed')
  expect(() => compileFront('x.md', source, of)).toThrow()
})

const content = (locale: string) =>
  readdirSync(new URL(`../content/${locale}`, import.meta.url), { recursive: true, encoding: 'utf8' }).sort()

test('S1.07 S1.06 every text exists in English and Slovak', () => {
  expect(content('sk')).toEqual(content('en'))
})
test.each<[Kind, number]>([
  ['blog', 5],
  ['features', 6],
  ['solutions', 4],
  ['competitors', 4],
  ['dictionary', 25],
  ['documentation', 25],
  ['legal', 3],
])('S1.06 %s has at least %i texts', (kind, count) => {
  expect(kinds).toContain(kind)
  expect(entries('en', kind).length).toBeGreaterThanOrEqual(count)
})
test('every related term exists', () => {
  for (const locale of ['en', 'sk'] as const) {
    const terms = entries(locale, 'dictionary')
    const slugs = terms.map(({ path }) => path.replace('/dictionary/', ''))
    for (const { related, path } of terms) {
      for (const slug of related) expect(slugs, path).toContain(slug)
    }
  }
})
