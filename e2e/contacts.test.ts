import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { newPerson } from './person.ts'
import { openBrowser, startProduct, watchConsole } from './product.ts'

const product = await startProduct()
const browser = await openBrowser()
afterAll(async () => {
  await browser.close()
  await product.stop()
})

/** Somebody opens the chat of a workspace and looks at one of its pages. @returns their contact's id. */
async function visit(public_key: string): Promise<string> {
  const reply = await fetch(`${product.origin}/api/visitor/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ public_key, host_origin: product.origin, locale: 'en' }),
  })
  // What every call of the contract answers with.
  const { data } = (await reply.json()) as { data: { contact: { id: string } } }
  return data.contact.id
}
/** Whether the page itself can be scrolled, and which of its parts can. */
const scrolling = (page: Page) =>
  page.evaluate(() => {
    const canScroll = (element: Element) =>
      element.scrollHeight > element.clientHeight + 1 &&
      ['auto', 'scroll'].includes(getComputedStyle(element).overflowY)
    const { scrollHeight, clientHeight } = document.documentElement
    const main = document.querySelector('main')
    return {
      page: scrollHeight - clientHeight,
      panes: main ? [...main.querySelectorAll('*')].filter(canScroll).length : 0,
    }
  })

test('S2.04 S2.05 a long list of contacts scrolls in its pane, the page stays, and each leads to a page of their own', async () => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 700 } })
  const complaints = watchConsole(context)
  const id = await newPerson(product, context)
  const reply = await context.request.get(`${product.origin}/api/integration/${id}`, {
    headers: { accept: 'application/json' },
  })
  // As above.
  const { data } = (await reply.json()) as { data: { public_key: string } }
  const ids = new Set<string>()
  for (let n = 0; n < 60; n++) ids.add(await visit(data.public_key))

  const page = await context.newPage()
  await page.goto(`${product.origin}/en/app/i/${id}/contacts`)
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor()
  const links = page.locator(`main a[href*="/contacts/"]`)
  await links.first().waitFor()
  await expect.poll(() => scrolling(page)).toEqual({ page: 0, panes: 1 })
  await links.first().hover()
  await page.mouse.wheel(0, 1500)
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  const heading = await page.getByRole('heading', { level: 1, name: 'Contacts' }).boundingBox()
  expect(heading?.y).toBeGreaterThan(0)

  const href = (await links.first().getAttribute('href')) ?? ''
  const [, contact = ''] = /\/contacts\/([0-9a-f-]{36})$/.exec(href) ?? []
  expect(ids.has(contact)).toBe(true)
  // By its own address: which link is the first changes while the list comes to rest.
  await page.locator(`main a[href$="/contacts/${contact}"]`).click()
  await page.waitForURL(`**/contacts/${contact}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect((await scrolling(page)).page).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})
