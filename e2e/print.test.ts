import { afterAll, expect, test } from 'vitest'
import { openBrowser } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { askAsVisitor, callAsVisitor, createTestUser, publicKeyOf } from './test-user.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

/** A page of A4 in CSS pixels, without its margins. */
const paper = { width: 718, height: 1045 }

test('a conversation and a report are printed whole, in light colors and without navigation', async () => {
  const context = await browser.newContext({ locale: 'en', colorScheme: 'dark', viewport: paper })
  const id = await createTestUser(appServer, context)
  const { token } = await callAsVisitor<{ token: string }>(appServer, 'POST', 'session', {
    public_key: await publicKeyOf(appServer, context, id),
    host_origin: appServer.origin,
    locale: 'en',
  })
  const conversation_id = crypto.randomUUID()
  for (const body of ['First question', ...Array.from({ length: 15 }, (_, n) => `${n}\n`.repeat(8)), 'Last'])
    await callAsVisitor(
      appServer,
      'POST',
      `conversation/${conversation_id}/message`,
      { id: crypto.randomUUID(), body, locale: 'en' },
      token,
    )
  const page = await context.newPage()
  const workspace = `${appServer.origin}/en/app/i/${id}`
  for (const { path, first, last } of [
    { path: `/conversation/${conversation_id}`, first: 'First question', last: 'Last' },
    { path: '/reports', first: 'Reports', last: 'Busiest hours' },
  ]) {
    await page.emulateMedia({ media: 'screen' })
    await page.goto(workspace + path)
    const main = page.getByRole('main')
    await main.getByText(last, { exact: true }).last().waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0)
    expect(await page.getByRole('textbox').filter({ visible: true }).count()).toBe(0)
    // Nothing scrolls: the document is as long as its content, from the first line to the last.
    const top_px = (await main.getByText(first, { exact: true }).first().boundingBox())?.y ?? -1
    const bottom_px = (await main.getByText(last, { exact: true }).last().boundingBox())?.y ?? -1
    const height_px = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(top_px).toBeGreaterThan(0)
    expect(bottom_px).toBeGreaterThan(paper.height)
    expect(height_px).toBeGreaterThan(bottom_px)
    const color = await main.evaluate((element) => getComputedStyle(element).color)
    expect(color).toBe('rgb(23, 25, 31)')
  }
  await context.close()
})

test('lists of conversations and contacts are printed with all loaded rows, and say how many are left out', async () => {
  const context = await browser.newContext({ locale: 'en', viewport: paper })
  const id = await createTestUser(appServer, context)
  const public_key = await publicKeyOf(appServer, context, id)
  const count = 55
  for (let n = 0; n < count; n++)
    await askAsVisitor(appServer, public_key, [
      { conversation_id: crypto.randomUUID(), body: `Question ${n}` },
    ])
  const page = await context.newPage()
  for (const { path, row, rest } of [
    { path: 'conversation', row: '[data-conversation]', rest: /^The first \d+ conversations of this view$/ },
    { path: 'contacts', row: '[data-row]', rest: /^The first \d+ contacts of 55$/ },
  ]) {
    await page.emulateMedia({ media: 'screen' })
    await page.goto(`${appServer.origin}/en/app/i/${id}/${path}`)
    await page.locator(row).first().waitFor()
    const onScreen = await page.locator(row).count()
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.locator(row).count()).toBeGreaterThan(onScreen)
    // Firefox announces printing by events only.
    await page.emulateMedia({ media: 'screen' })
    await expect.poll(() => page.locator(row).count()).toBe(onScreen)
    const countAfter = (event: string) =>
      page.evaluate(
        ([type, selector]) => {
          dispatchEvent(new Event(type))
          return document.querySelectorAll(selector).length
        },
        [event, row] as const,
      )
    expect(await countAfter('beforeprint')).toBeGreaterThan(onScreen)
    await countAfter('afterprint')
    await expect.poll(() => page.locator(row).count()).toBe(onScreen)
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.locator(row).count()).toBeGreaterThan(onScreen)
    const printed = await page.locator(row).count()
    const readBoxes = () =>
      page
        .locator(row)
        .evaluateAll((rows) =>
          rows.map((each) => each.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
        )
    // One below the other, on as many pages as they need.
    const findOverlaps = async () =>
      (await readBoxes()).filter(({ top }, index, boxes) => top < (boxes[index - 1]?.bottom ?? 0) - 1)
    await expect.poll(findOverlaps).toEqual([])
    const boxes = await readBoxes()
    const height_px = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height_px).toBeGreaterThanOrEqual(boxes.at(-1)?.bottom ?? Infinity)
    const note = await page.getByText(rest).textContent()
    expect(note).toContain(`first ${printed} `)
  }
  await context.close()
})
