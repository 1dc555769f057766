import { afterAll, expect, test, vi } from 'vitest'
import type {} from '../src/embed/commands.ts' // declares `window.ozvi`
import { openBrowser, scene } from './browser.ts'

const browser = await openBrowser()
afterAll(() => browser.close())

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof scene>>['visit']>>['page']
/** What the host page receives, in order. */
const listen = (page: Page) =>
  page.evaluateHandle(() => {
    const events: unknown[] = []
    window.ozvi?.('on', 'identified', () => events.push('identified'))
    window.ozvi?.('on', 'identify_failed', (failure: unknown) => events.push(failure))
    return events
  })
const identify = (page: Page, jwt: string) =>
  page.evaluate((jwt) => window.ozvi?.('identify', { jwt, name: 'Ignored' }), jwt)

test.concurrent('a signed identity is sent when the chat is opened, and not before', async () => {
  const { back_end, visit, close } = await scene(browser)
  const { page, launcher, open } = await visit()
  await launcher.waitFor()
  const events = await listen(page)
  await identify(page, 'jana')
  expect(back_end.sessions).toEqual([])
  await open()
  await vi.waitFor(async () => expect(await events.jsonValue()).toEqual(['identified']))
  expect(back_end.sessions).toMatchObject([{ identity: 'jana' }])
  await identify(page, 'jana')
  await page.waitForTimeout(200)
  expect(back_end.sessions).toHaveLength(1)
  expect(back_end.requests).not.toContain('PUT /api/visitor/contact')
  await close()
})

test.concurrent('two browsers of a signed-in person show the same conversation, including one started earlier', async () => {
  const one = await scene(browser)
  const { back_end } = one
  const phone = await one.visit()
  await phone.open()
  await phone.begin('How long may I return a bike?')
  await phone.panel.locator('.sources').waitFor()
  await identify(phone.page, 'jana')
  await vi.waitFor(() => expect(back_end.socket.count()).toBe(1))
  await vi.waitFor(() => expect([...back_end.visitors.values()]).toMatchObject([{ name: 'jana' }]))
  // The conversation continues where it is.
  expect((await phone.bubbles())[0]).toBe('How long may I return a bike?')

  const other = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await other.newPage()
  await page.goto(back_end.page_origin)
  await page.locator('#ozvi .launcher').waitFor()
  await identify(page, 'jana')
  await page.evaluate(() => window.ozvi?.('open'))
  const panel = page.frameLocator('#ozvi iframe')
  await panel.locator('.row').click()
  await panel.getByText('How long may I return a bike?').last().waitFor()
  const [thread] = back_end.threads.values()
  back_end.say(thread!, { author: 'member', author_name: 'Eva', body: 'Thirty days' })
  await panel.getByText('Thirty days').waitFor()
  await phone.panel.getByText('Thirty days').waitFor()
  await page.evaluate(() => window.ozvi?.('shutdown'))
  await vi.waitFor(() => expect(back_end.requests).toContain('POST /api/visitor/session/end'))
  expect(phone.errors).toEqual([])
  await other.close()
  await one.close()
})

test.concurrent('SEC-28 another signed-in person in the same browser finds nothing of the previous one', async () => {
  const { back_end, visit, close } = await scene(browser)
  const { page, panel, open, begin } = await visit()
  await open()
  await identify(page, 'eva')
  await begin('My secret')
  await panel.getByText('· Sent').waitFor()
  await identify(page, 'jana')
  await panel.locator('.ask').waitFor()
  await vi.waitFor(() => expect([...back_end.visitors.values()].map(({ name }) => name)).toEqual(['jana']))
  expect(await panel.locator('body').innerText()).not.toContain('secret')
  await page.goto(`${back_end.page_origin}/next`)
  await panel.locator('.ask').waitFor()
  expect(await panel.locator('body').innerText()).not.toContain('secret')
  await close()
})

test.concurrent('a rejected token is reported to the page, and the visitor can still chat', async () => {
  const { back_end, visit, close } = await scene(browser)
  const { page, panel, open, begin } = await visit()
  const warnings: string[] = []
  page.on('console', (message) => void (message.type() === 'warning' && warnings.push(message.text())))
  const events = await listen(page)
  await identify(page, 'expired')
  await open()
  await begin('Hello')
  await panel.getByText('· Sent').waitFor()
  const failure = { reason: 'exp', message: 'The token has expired.' }
  expect(await events.jsonValue()).toEqual([failure])
  expect(warnings).toContain('Ozvi: The token has expired.')
  // The page signs again, and the conversation carries over.
  await identify(page, 'jana')
  await vi.waitFor(async () => expect(await events.jsonValue()).toEqual([failure, 'identified']))
  expect([...back_end.visitors.values()]).toMatchObject([{ name: 'jana' }])
  await close()
})

test.concurrent('if a signature is required, the page is notified, and details that the visitor enters are accepted', async () => {
  const { back_end, visit, close } = await scene(browser)
  back_end.faults.needsSignature = true
  const { page, panel, open, begin } = await visit()
  const events = await listen(page)
  await open()
  await page.evaluate(() => window.ozvi?.('identify', { name: 'Jana', email: 'jana@example.com' }))
  await vi.waitFor(async () =>
    expect(await events.jsonValue()).toEqual([{ reason: 'mode', message: 'A signed token is needed.' }]),
  )
  await begin('I want a person')
  await panel.getByLabel(/mail/i).fill('jana@example.com')
  await panel.getByLabel(/mail/i).press('Enter')
  await vi.waitFor(() =>
    expect([...back_end.visitors.values()]).toMatchObject([{ email: 'jana@example.com' }]),
  )
  await close()
})
