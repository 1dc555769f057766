import { afterAll, expect, test } from 'vitest'
import { openThread } from '#platform/threads/index.ts'
import { createExtractor } from './extractor.ts'

const thread = openThread()
const extractor = createExtractor(thread)
afterAll(() => thread.close())
const read = (html: string) =>
  extractor.extract({ format: 'html', bytes: Buffer.from(html), url: 'https://x.example/' })

test.each([
  ['200,000 nested boxes', '<div>'.repeat(200_000)],
  ['nested lists', '<ul><li>'.repeat(100_000)],
  ['200,000 formatting marks', '<b><i>'.repeat(100_000)],
])('REL-21 %s are rejected immediately', async (_what, html) => {
  expect(await read(html)).toEqual({ ok: false, reason: 'too_deep', cause: 'too_deep' })
})

test('REL-21 five megabytes of tiny elements are rejected, of ordinary text are read', async () => {
  expect(await read('<i>a</i>'.repeat(625_000))).toMatchObject({ ok: false, reason: 'too_large' })
  const outcome = await read(
    `<main>${'<p>Some <b>bold</b> words of a long, long page, and then some more of the same kind.</p>'.repeat(59_000)}</main>`,
  )
  expect(outcome.ok && outcome.content.text.length).toBe(200_000)
})

test('an unclosed attribute, comment, script or entity is read within limits', async () => {
  for (const html of [
    `<p>x <a ${Array.from({ length: 300_000 }, (_, index) => `a${index}`).join(' ')}>y</a>`,
    `<p>x y<!--${'<!--'.repeat(500_000)}`,
    `<p>x y<script>${'<script>'.repeat(300_000)}`,
    `<p>x y<textarea>${'&amp'.repeat(500_000)}`,
  ]) {
    const outcome = await read(html)
    expect(outcome.ok && outcome.content.text).toBe('x y')
  }
})

test('REL-21 content that takes too long is terminated, and the next one is read', async () => {
  const hastyThread = openThread({ cpu_ms: 150 })
  const hasty = createExtractor(hastyThread)
  const markdown = Buffer.from('*a_ '.repeat(200_000))
  const [slow, next] = await Promise.all([
    hasty.extract({ format: 'markdown', bytes: markdown }),
    hasty.extract({ format: 'text', bytes: Buffer.from('ahoj') }),
  ])
  expect(slow).toMatchObject({ ok: false, reason: 'too_complex' })
  expect(next).toMatchObject({ ok: true, content: { text: 'ahoj' } })
  await hastyThread.close()
})
