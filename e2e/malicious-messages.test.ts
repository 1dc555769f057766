import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { commonAppServer } from './common-app-server.ts'
import { openBrowser } from './app-server.ts'
import { callAsVisitor, callerIn, createTestUser, publicKeyOf } from './test-user.ts'

/*
 * Messages that try to draw over others, to turn their direction or to be too long. All others stay as they are.
 */

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

/** Drawn on top of each other; there are fonts in which each one is higher than the one before. */
const accents = '\u0301'.repeat(7_999)
const malicious = [
  `a${accents}`,
  Array.from({ length: 60 }, () => `Z${'\u0300\u0323'.repeat(60)}`)
    .join('')
    .slice(0, 8_000),
  '\u202e\u2067 never closed',
  'x'.repeat(8_000),
  '> '.repeat(4_000),
  Array.from({ length: 80 }, (_, depth) => `${' '.repeat(depth * 2)}- x`).join('\n'),
  Array.from({ length: 500 }, (_, number) => `https://a.sk/${number}`)
    .join(' ')
    .slice(0, 8_000),
]
/** One before and one after each of them. */
const ordinary = Array.from({ length: malicious.length + 1 }, (_, index) => `Ordinary message ${index}`)

/** A conversation of a visitor whose messages haven't been sent yet. */
async function openConversation() {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    // For the test's own styles.
    bypassCSP: true,
    serviceWorkers: 'block',
  })
  const integration_id = await createTestUser(appServer, context)
  const public_key = await publicKeyOf(appServer, context, integration_id)
  const session = { public_key, host_origin: appServer.origin, locale: 'en' }
  const { token } = await callAsVisitor<{ token: string }>(appServer, 'POST', 'session', session)
  const conversation_id = crypto.randomUUID()
  const send = (body: string) => {
    const message = { id: crypto.randomUUID(), body, locale: 'en' }
    return callAsVisitor(appServer, 'POST', `conversation/${conversation_id}/message`, message, token)
  }
  return { context, integration_id, public_key, token, conversation_id, send }
}
/** A conversation with both, of a customer whose name has accents on top of each other, too. */
async function converse() {
  const opened = await openConversation()
  const { context, integration_id, token, conversation_id, send } = opened
  await callAsVisitor(appServer, 'PUT', 'contact', { name: `J${'\u0301'.repeat(99)}` }, token)
  const path = `/api/integration/${integration_id}/conversation/${conversation_id}/message`
  const reply = (body: string) =>
    callerIn(appServer, context)('POST', path, { id: crypto.randomUUID(), body, kind: 'text' })
  for (const [index, text] of ordinary.entries()) {
    await send(text)
    const body = malicious[index]
    if (!body) continue
    await send(body)
    await send(`${text}, again`)
    await reply(body)
  }
  return opened
}

/** The largest difference of a color channel between two pictures of the same size. */
const largestDifference = (page: Page, pictures: Buffer[]) =>
  page.evaluate(
    async (encoded) => {
      const [one = [], other = []] = await Promise.all(
        encoded.map(async (text) => {
          const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
          const { width, height } = await createImageBitmap(new Blob([bytes]))
          const canvas = new OffscreenCanvas(width, height).getContext('2d')
          canvas?.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0)
          return [...(canvas?.getImageData(0, 0, width, height).data ?? [])]
        }),
      )
      if (one.length !== other.length || one.length === 0) return 255
      return one.reduce((most, value, index) => Math.max(most, Math.abs(value - (other[index] ?? 0))), 0)
    },
    pictures.map((picture) => picture.toString('base64')),
  )

/** How much a message differs from itself while all others are invisible. Rounded corners differ by a trace. */
async function differenceAlone(page: Page, text: string): Promise<number> {
  const bubble = page
    .getByRole('log')
    .getByText(text, { exact: true })
    .locator('xpath=ancestor-or-self::div[1]')
  await bubble.scrollIntoViewIfNeeded()
  const picture = () => bubble.screenshot({ animations: 'disabled' })
  const amongOthers = await picture()
  await bubble.evaluate((element) => element.setAttribute('data-alone', ''))
  const style = await page.addStyleTag({
    content:
      '[role=log] * { visibility: hidden !important } [data-alone], [data-alone] * { visibility: visible !important }',
  })
  const alone = await picture()
  await style.evaluate((element: HTMLElement) => element.remove())
  await bubble.evaluate((element) => element.removeAttribute('data-alone'))
  return largestDifference(page, [amongOthers, alone])
}
const trace = 8
/** Polls until nothing on the page moves. */
async function expectUntouched(page: Page, text: string) {
  await expect.poll(() => differenceAlone(page, text), { message: text, timeout: 30_000 }).toBeLessThan(trace)
}
/** Proves that the messages do draw over others where nothing cuts them: some fonts don't stack accents. */
async function expectTouchedIfUncut(page: Page) {
  const style = await page.addStyleTag({ content: '[role=log] * { overflow: visible !important }' })
  const differences: number[] = []
  for (const text of ordinary) differences.push(await differenceAlone(page, text))
  expect(Math.max(...differences)).toBeGreaterThanOrEqual(trace)
  await style.evaluate((element: HTMLElement) => element.remove())
}
async function expectAllUntouched(page: Page) {
  await page
    .getByRole('log')
    .getByText(ordinary.at(-1) ?? '', { exact: true })
    .waitFor()
  // With the assistant's messages, the first ones may be on an earlier page, which scrolling up loads.
  const log = page.getByRole('log')
  const showFirst = async () => {
    await log
      .getByText(/^Ordinary message \d+/)
      .first()
      .scrollIntoViewIfNeeded()
    return log.getByText(ordinary[0] ?? '', { exact: true }).count()
  }
  await expect.poll(showFirst, { timeout: 30_000 }).toBe(1)
  await page.evaluate(() => document.fonts.ready)
  for (const text of ordinary) await expectUntouched(page, text)
  for (const text of ordinary.slice(0, malicious.length)) await expectUntouched(page, `${text}, again`)
}

test('SEC-31 malicious messages and names draw over no other message, in the inbox and in the chat', async () => {
  const { context, integration_id, public_key, token, conversation_id } = await converse()
  const page = await context.newPage()
  await page.goto(`${appServer.origin}/en/app/i/${integration_id}/conversation/${conversation_id}`)
  await expectAllUntouched(page)
  await expectTouchedIfUncut(page)

  // A page of the same origin that has no chat, which would start another visit.
  await page.goto(`${appServer.origin}/dev/mail`)
  await page.evaluate(
    ([key, value]) => localStorage.setItem(key ?? '', value ?? ''),
    [`ozvi:${public_key}:token`, token],
  )
  await page.goto(`${appServer.origin}/widget/frame/${public_key}?locale=en`)
  await page.locator('.row').first().click()
  await expectAllUntouched(page)
  await expectTouchedIfUncut(page)
  await context.close()
})

test('413 422 SEC-31 a message that is too long is rejected, and the next one arrives', async () => {
  const { context, send } = await openConversation()
  await expect(send('x'.repeat(8_001))).rejects.toThrow('422')
  await expect(send(`a${'\u0301'.repeat(10_000)}`)).rejects.toThrow('422')
  await expect(send('x'.repeat(1_000_000))).rejects.toThrow('413')
  await expect(send('Short again')).resolves.toMatchObject({ body: 'Short again' })
  await context.close()
})
