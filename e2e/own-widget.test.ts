import type { Locale } from '@ozvi/contract'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { createTestUser } from './test-user.ts'
import { openBrowser, startAppServer, withSiteChat, watchConsole } from './app-server.ts'

/*
 * The product's own chat on its own pages for a visitor of a fresh installation: nothing is configured, and it
 * answers from the documentation.
 */

const appServer = await startAppServer({ LOG_LEVEL: 'info', ...withSiteChat })
const browser = await openBrowser()
afterAll(async () => {
  await browser.close()
  await appServer.stop()
})

const messages = {
  en: {
    launcher: 'Open chat',
    question: 'How do I put the widget on my site?',
    write: 'Write a message…',
    send: 'Send',
    source: /^Source 1:/,
    open_page: 'Open page',
    person: 'Talk to a person',
    nobody: 'There’s no team here',
    ask_for_person: 'I want to talk to a human',
  },
  sk: {
    launcher: 'Otvoriť chat',
    question: 'Ako pridám chat na svoj web?',
    write: 'Napíšte správu…',
    send: 'Odoslať',
    source: /^Zdroj 1:/,
    open_page: 'Otvoriť stránku',
    person: 'Hovoriť s človekom',
    nobody: 'Nie je tu žiadny tím',
    ask_for_person: 'Chcem hovoriť s človekom',
  },
} as const satisfies Record<Locale, object>

/** The pages are read in the background. */
async function isRead() {
  await expect
    .poll(appServer.log, { timeout: 180_000 })
    .toContain('The public pages were indexed for their chat')
}

async function open(path: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  const complaints = watchConsole(context)
  const page = await context.newPage()
  await page.goto(appServer.origin + path)
  return { context, page, complaints, ...chatOf(page) }
}
const chatOf = (page: Page) => ({
  launcher: page.locator('#ozvi .launcher'),
  panel: page.frameLocator('#ozvi iframe'),
})

test.each(['en', 'sk'] as const)(
  'S1.05 in %s the home page answers from the documentation, and the source opens there',
  async (locale) => {
    await isRead()
    const { context, page, launcher, panel, complaints } = await open(`/${locale}`, { locale })
    const texts = messages[locale]
    await page.getByRole('button', { name: texts.launcher }).waitFor()
    const box = await launcher.boundingBox()
    expect(box).toMatchObject({ x: 1440 - 20 - 56, y: 900 - 20 - 56 })
    // only the loader: no frame, nothing stored
    expect(await page.locator('#ozvi iframe').count()).toBe(0)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('ozvi-launcher')

    await launcher.click()
    await panel.locator('.ask').click()
    await panel.getByPlaceholder(texts.write).fill(texts.question)
    await panel.getByRole('button', { name: texts.send, exact: true }).click()
    await panel.getByRole('button', { name: texts.source }).first().click()
    const quoted = await panel.locator('blockquote').innerText()
    const opening = context.waitForEvent('page')
    await panel.getByRole('link', { name: texts.open_page }).click()
    const source = await opening
    await source.waitForLoadState()
    expect(source.url()).toMatch(new RegExp(`^${appServer.origin}/${locale}/documentation/`))
    await source.locator('article', { hasText: quoted.split('\n')[0] ?? '' }).waitFor()
    await source.close()

    await page.keyboard.press('Escape')
    await panel.getByPlaceholder(texts.write).fill(texts.ask_for_person)
    await panel.getByRole('button', { name: texts.send, exact: true }).click()
    await panel.getByRole('log').getByText(texts.nobody).last().waitFor()
    expect(await panel.getByRole('button', { name: texts.person }).count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  },
)

test('a question on the home page is asked with one click, and links to the documentation without scripts', async () => {
  await isRead()
  const { context, page, panel, complaints } = await open('/en')
  const question = 'How much does Ozvi cost?'
  await page.getByRole('button', { name: question }).click()
  await panel.getByRole('button', { name: 'Source 1: Documentation' }).first().waitFor()
  expect(await panel.getByRole('log').locator('.bubble').first().innerText()).toBe(question)
  // Any answer starts in view, below the question.
  const top = async (name: string) => (await panel.locator(name).last().boundingBox())?.y ?? Number.NaN
  await expect
    .poll(async () => (await top('li.mine')) - (await top('.log-scroller')))
    .toBeGreaterThanOrEqual(-1)
  expect(complaints).toEqual([])
  await context.close()

  const plain = await open('/en', { javaScriptEnabled: false })
  await plain.page.getByRole('link', { name: question }).click()
  await plain.page.waitForURL('**/en/documentation')
  await plain.context.close()
})

test('S1.05 paths that contain app/i/ and onboarding have no chat, the workspace picker has one', async () => {
  const { context, page, launcher, complaints } = await open('/en/auth')
  await launcher.waitFor()
  const integration_id = await createTestUser(appServer, context)
  await page.goto(`${appServer.origin}/en/app`)
  await launcher.waitFor()
  await page.getByRole('link', { name: 'Green Bean' }).click()
  await page.waitForURL(`**/app/i/${integration_id}`)
  await launcher.waitFor({ state: 'hidden' })
  await page.goBack()
  await launcher.waitFor()

  // opening the app directly loads no chat until a public page is opened
  await page.goto(`${appServer.origin}/sk/app/i/${integration_id}/conversation`)
  await page.getByRole('navigation').first().waitFor()
  await page.waitForLoadState('networkidle')
  const chat = page.locator('script[data-key], #ozvi')
  expect(await chat.count()).toBe(0)
  await page.goto(`${appServer.origin}/sk/app/onboarding`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await chat.count()).toBe(0)
  await page.goBack()
  await page.getByRole('button', { name: /Green Bean/ }).click()
  await page.getByRole('menuitem', { name: 'Všetky pracovné priestory' }).click()
  await page.getByRole('button', { name: 'Otvoriť chat' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('S1.05 the preview has only the chat of its workspace', async () => {
  const { context, page } = await open('/en/auth')
  const integration_id = await createTestUser(appServer, context)
  const { data } = await (
    await context.request.get(`${appServer.origin}/api/integration/${integration_id}`, {
      headers: { accept: 'application/json' },
    })
  ).json()
  await page.goto(`${appServer.origin}/en/preview?key=${data.public_key}`)
  const shop = page.frameLocator('iframe')
  await shop.locator('#ozvi .launcher').waitFor()
  expect(await shop.locator(`script[data-key="${data.public_key}"]`).count()).toBe(1)
  expect(await page.locator('#ozvi').count()).toBe(0)
  expect(await shop.locator('script[data-key]').count()).toBe(1)
  await context.close()
})
