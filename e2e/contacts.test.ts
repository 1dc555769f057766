import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { askAsVisitor, callerIn, createTestUser, publicKeyOf } from './test-user.ts'
import { commonAppServer } from './common-app-server.ts'
import { openBrowser, watchConsole } from './app-server.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

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

/**
 * Waits until the list has stopped scrolling: during scrolling, rows that leave the view are removed from the page.
 * @returns the URL of the first fully visible link
 */
async function seenAtRest(page: Page): Promise<string> {
  const found = await page.waitForFunction(async () => {
    if (![...document.querySelectorAll('main *')].some(({ scrollTop }) => scrollTop > 0)) return ''
    const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href*="/contacts/"]')]
    const tops = () =>
      links.map((link) => (link.isConnected ? link.getBoundingClientRect().top : null)).join()
    const before = tops()
    await new Promise((resolve) => setTimeout(resolve, 300))
    if (tops() !== before) return ''
    const isSeen = ({ top, bottom }: DOMRect) => top > innerHeight / 3 && bottom < innerHeight - 40
    return links.find((link) => isSeen(link.getBoundingClientRect()))?.getAttribute('href') ?? ''
  })
  return found.jsonValue()
}

/** How many rows of controls are between the title and the list. */
const controlRows = (page: Page) =>
  page.evaluate(() => {
    const placeOf = (element: Element) => element.getBoundingClientRect()
    const title = placeOf(document.querySelector('h1')!)
    const list = placeOf(document.querySelector('main [data-row]')!)
    const middles = [...document.querySelectorAll('main :is(fieldset, select, button, input[type=search])')]
      .map(placeOf)
      .filter(({ width, top, bottom }) => width > 1 && top >= title.bottom && bottom <= list.top)
      .map(({ top, bottom }) => (top + bottom) / 2)
      .sort((a, b) => a - b)
    return middles.filter((middle, index) => index === 0 || middle - middles[index - 1]! > 10).length
  })

test(
  'S2.04 S2.05 a long list of contacts scrolls in its pane while the page doesn’t, and each contact links to its page',
  { timeout: 120_000 },
  async () => {
    const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 700 } })
    const complaints = watchConsole(context)
    const id = await createTestUser(appServer, context)
    const public_key = await publicKeyOf(appServer, context, id)
    const ids = new Set<string>()
    for (let n = 0; n < 60; n++) ids.add((await askAsVisitor(appServer, public_key, [])).contact.id)

    const page = await context.newPage()
    await page.goto(`${appServer.origin}/en/app/i/${id}/contacts`)
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

    const href = await seenAtRest(page)
    const [, contact = ''] = /\/contacts\/([0-9a-f-]{36})$/.exec(href) ?? []
    expect(ids.has(contact)).toBe(true)
    // A click shows the contact next to the list.
    await page.locator(`main a[href$="/contacts/${contact}"]`).press('Enter')
    await page.waitForURL(`**/contacts/${contact}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect((await scrolling(page)).page).toBe(0)

    // Merged into another contact, whose page opens; the old URL redirects until the merge is undone.
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Merge with another contact…' }).click()
    await page.getByRole('dialog').getByRole('listitem').getByRole('button').first().click()
    await page.getByRole('dialog').getByRole('radio').last().check()
    await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click()
    await page.waitForURL((url) => url.pathname.includes('/contacts/') && !url.pathname.endsWith(contact))
    const into = page.url()
    await page.getByText('merged another contact into this contact').waitFor()
    await page.goto(`${appServer.origin}${href}`)
    await page.waitForURL(into)
    await page.getByRole('button', { name: 'Undo merge' }).click()
    await page.getByText('undid a merge').waitFor()

    // A filter saved as a segment opens by its URL.
    await callerIn(appServer, context)('PUT', `/api/integration/${id}/contact/${contact}`, { company: 'Čaj' })
    await page.goto(`${appServer.origin}/en/app/i/${id}/contacts`)
    await page.getByRole('link', { name: 'Visitor' }).first().waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('combobox', { name: 'Field' }).selectOption('company')
    await page.getByRole('textbox', { name: 'Value' }).fill('caj')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: 'Remove: Company: contains caj' }).waitFor()
    await expect.poll(() => links.count()).toBe(1)
    await page.getByRole('button', { name: 'Save as segment' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Tea')
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const segments = page.getByRole('navigation', { name: 'Segments' })
    await segments.getByRole('link', { name: 'Tea' }).getByText('1', { exact: true }).waitFor()
    await page.waitForURL(/\?segment=[0-9a-f-]{36}$/)
    await page.reload()
    await page.getByRole('button', { name: 'Remove: Company: contains caj' }).waitFor()
    await expect.poll(() => links.count()).toBe(1)
    await segments.getByRole('link', { name: 'All contacts' }).click()
    await expect.poll(() => links.count()).toBeGreaterThan(1)
    await page.setViewportSize({ width: 390, height: 700 })
    await expect.poll(() => controlRows(page)).toBe(2)
    await page.setViewportSize({ width: 1440, height: 700 })

    // A segment of more contacts than are loaded; one action changes all of them and is undone.
    const others = crypto.randomUUID()
    await callerIn(appServer, context)('PUT', `/api/integration/${id}/contact-segment/${others}`, {
      name: 'No tea',
      is_shared: false,
      filter: { rules: 'company.empty' },
    })
    const owned = async () => {
      const asked = await context.request.get(
        `${appServer.origin}/api/integration/${id}/contact-counts?rules=owner_id.filled`,
        { headers: { accept: 'application/json' } },
      )
      // As above.
      return ((await asked.json()) as { data: { all: number } }).data.all
    }
    await segments.getByRole('link', { name: 'No tea' }).click()
    await page.getByRole('button', { name: 'Remove: Company: is empty' }).waitFor()
    await page.getByRole('checkbox').first().check({ force: true })
    const bar = page.getByRole('region', { name: 'Actions for selected contacts' })
    await bar.getByRole('button', { name: 'Select all 59' }).click()
    await bar.getByRole('button', { name: 'Owner' }).click()
    await page.getByRole('menuitem', { name: 'Me', exact: true }).click()
    const done = page.getByRole('listitem').filter({ hasText: '59 contacts assigned to Eva Nováková' })
    await done.waitFor()
    expect(await owned()).toBe(59)
    await done.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Change undone for 59 contacts').first().waitFor()
    expect(await owned()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  },
)

/** A customer's website with the snippet on each page; titles are the paths. */
async function openShop(public_key: string) {
  const server = http.createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><html lang="en"><title>Shop ${request.url}</title><link rel="icon" href="data:,">` +
        `<h1>Shop</h1><script async src="${appServer.origin}/widget.js" data-key="${public_key}"></script>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  // A TCP server's address is an object.
  const { port } = server.address() as AddressInfo
  return { origin: `http://localhost:${port}`, close: () => server.close() }
}

test('S2.04 a visitor who has opened the chat is online across pages until the last one closes', async () => {
  const team = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const complaints = watchConsole(team)
  const id = await createTestUser(appServer, team)
  const read = async <T>(path: string): Promise<T> => {
    const url = `${appServer.origin}/api/integration/${id}${path}`
    const reply = await team.request.get(url, { headers: { accept: 'application/json' } })
    // Returned by every call of the contract.
    return ((await reply.json()) as { data: T }).data
  }
  const shop = await openShop((await read<{ public_key: string }>('')).public_key)
  const contacts = await team.newPage()
  await contacts.goto(`${appServer.origin}/en/app/i/${id}/contacts?view=online`)
  await contacts.getByText('No one is on your site right now').waitFor()

  const customer = await browser.newContext({ locale: 'en' })
  const page = await customer.newPage()
  await page.goto(`${shop.origin}/beans`)
  await page.locator('#ozvi .launcher').waitFor()
  expect((await read<{ total: number }>('/online-visitors')).total).toBe(0)
  await page.locator('#ozvi .launcher').click()
  await contacts.getByRole('link', { name: 'Shop /beans' }).waitFor()
  await contacts.getByRole('radio', { name: 'On your site now (1)' }).waitFor()
  const stay = () =>
    read<{ items: { online_since: string }[] }>('/online-visitors').then(
      ({ items }) => items[0]?.online_since,
    )
  const since = await stay()

  const panel = page.frameLocator('#ozvi iframe')
  await panel.locator('.ask').click()
  await panel.getByRole('textbox').fill('Is anybody there?')
  await panel.getByRole('button', { name: 'Send' }).click()
  await contacts.getByText('1 conversation').waitFor()
  await page.goto(`${shop.origin}/basket`)
  await contacts.getByRole('link', { name: 'Shop /basket' }).waitFor()
  await page.evaluate(() => {
    history.pushState(null, '', '/basket/payment')
    document.title = 'Payment'
  })
  await contacts.getByRole('link', { name: 'Payment' }).waitFor()
  expect(await stay()).toBe(since)

  const inbox = await team.newPage()
  await inbox.goto(`${appServer.origin}/en/app/i/${id}/conversation`)
  const row = inbox.locator('a[data-conversation]')
  await row.getByText('Online now').waitFor({ state: 'attached' })
  await row.click()
  const customerPanel = inbox.getByRole('region', { name: 'Customer' })
  await customerPanel.getByText('Online now').waitFor()
  await customerPanel.getByText('Just opened this page').waitFor()

  await customer.close()
  await contacts.getByText('No one is on your site right now').waitFor()
  await customerPanel.getByText('Last seen now').waitFor()
  await row.getByText('Online now').waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await team.close()
  shop.close()
})
