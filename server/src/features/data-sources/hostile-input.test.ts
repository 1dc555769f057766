import { expect, test } from 'vitest'
import type { Egress } from '#platform/egress/index.ts'
import { cpuTime_ms } from '../../../../tools/cpu-time.ts'
import { expectQuick, longestTurn_ms } from '../../../test/hostile-input.ts'
import { canonicalUrl } from './crawl/address.ts'
import { compileGlob } from './crawl/glob.ts'
import { fetchRobots } from './crawl/robots.ts'
import { readRobots } from './crawl/robots-rules.ts'
import { readSitemap } from './crawl/sitemap.ts'
import { decode } from './extract/encoding.ts'
import { readContent } from './extract/read-content.ts'
import { siteMetadata } from './extract/site-metadata.ts'
import { sniffFile } from './extract/sniff-file.ts'
import { textFragment } from './extract/text-fragment.ts'

/** What a parser rejects is no fault: only its time counts. */
const tolerant = (parse: () => unknown) => {
  try {
    parse()
  } catch (error) {
    expect(error).toBeInstanceOf(Error)
  }
}
const markup = ['<!--', '-->', '<meta', ' charset', '=', ' ', '>']

test('SEC-14 SEC-32 files are recognized in linear time', async () => {
  for (const name of ['a.md', 'a.html'])
    await expectQuick(
      (text) => tolerant(() => sniffFile({ name, declared_type: '', bytes: Buffer.from(text) })),
      markup,
      { chars_max: 20_000 },
    )
}, 120_000)
test('SEC-14 encodings are detected in linear time, with any header and document', async () => {
  await expectQuick((text) => tolerant(() => decode(Buffer.from('x'), text)), markup, { chars_max: 16_000 })
  await expectQuick((text) => tolerant(() => decode(Buffer.from(text))), markup, { chars_max: 16_000 })
  await expectQuick(
    (text) => tolerant(() => decode(Buffer.from(`<?xml ${text}`))),
    [' encoding', '=', ' ', '"'],
    {
      chars_max: 16_000,
    },
  )
}, 120_000)
test('SEC-14 REL-20 pages and texts are read in linear time', async () => {
  for (const format of ['html', 'text'] as const)
    await expectQuick(
      (text) => tolerant(() => readContent({ format, bytes: Buffer.from(text), url: 'https://x.example/' })),
      ['<div class="tab-', '<i style=";', ' ', 'faq', '>', '<a href=', '\t', '\n', '|'],
      { chars_max: 8_000 },
    )
}, 120_000)
test('SEC-14 website facts are read in linear time', async () => {
  await expectQuick(
    (text) =>
      tolerant(() =>
        siteMetadata(
          `<title>${text}</title><meta name=theme-color content="rgba(${text}">`,
          'https://x.example/',
        ),
      ),
    [' - ', ' ', '|', ': ', '1,'],
    { chars_max: 8_000 },
  )
}, 120_000)
test('SEC-14 REL-20 sitemaps are read in linear time', async () => {
  const pieces = ['<loc>', '</loc>', '<![CDATA[', ']]>', ' ', '<x:loc>', '&amp;', 'https://a ']
  await expectQuick((text) => readSitemap(Buffer.from(`<urlset>${text}`)), pieces)
  await expectQuick((text) => readSitemap(Buffer.from(text)), ['https://a', ' ', '\n', 'http'])
}, 120_000)
test('SEC-14 URLs, patterns and quotes take linear time', async () => {
  await expectQuick(
    (text) => canonicalUrl(`https://x.example/${text}`),
    ['/', ';jsessionid=', '?a=', '&', '%2'],
    {
      chars_max: 4_000,
    },
  )
  await expectQuick(
    (text) => textFragment('https://x.example/', text),
    ['…', '...', ' ', '|', '\n', '# ', '- [ ] ', '\\|', 'a'],
    { chars_max: 16_000 },
  )
}, 120_000)
test('SEC-14 a pattern of many asterisks is matched with a long URL in two milliseconds', async () => {
  const url = new URL(`https://x.example/${'a'.repeat(1_900)}b`)
  for (const pattern of ['*a', '**a', '**/*a', 'a*', '*a**a']) {
    const matches = compileGlob(pattern.repeat(10).slice(0, 300))
    const took_ms = await cpuTime_ms(() => {
      for (let time = 0; time < 20; time++) matches(url)
    })
    expect(took_ms / 20, pattern).toBeLessThan(2)
  }
}, 120_000)
test('SEC-14 REL-20 a robots.txt of asterisks takes no more time than one of words', async () => {
  const line = `Disallow: /${'*a'.repeat(990)}b`
  const body = Buffer.from(`User-agent: *\n${`${line}\n`.repeat(240)}`)
  // The one call that is made of it.
  const egress = { fetch: async () => ({ ok: true, status: 200, headers: {}, body }) } as unknown as Egress
  const robots = await fetchRobots(egress, 'https://x.example', new AbortController().signal)
  const long = new URL(`https://x.example/${'a'.repeat(990)}`)
  expect(await cpuTime_ms(() => robots.isAllowed(long))).toBeLessThan(100)
}, 120_000)
test('SEC-14 REL-20 a robots.txt of many patterns stops nothing else', async () => {
  const long = new URL(`https://x.example/${'a'.repeat(980)}`)
  for (const lines of [5_000, 45_000]) {
    const text = `User-agent: *\n${'Allow:*aab\n'.repeat(lines)}`
    expect(await longestTurn_ms(async () => void readRobots(text, 'OzviBot')), 'reading').toBeLessThan(200)
    const rules = readRobots(text, 'OzviBot')
    expect(await longestTurn_ms(() => rules.isAllowed(long)), 'comparing').toBeLessThan(50)
  }
}, 120_000)
