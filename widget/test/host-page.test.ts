import { afterAll, expect, test, vi } from 'vitest'
import type {} from '../src/embed/commands.ts' // declares `window.ozvi`
import { axeFaults, openBrowser, scene } from './browser.ts'

const browser = await openBrowser()
afterAll(() => browser.close())

test.concurrent('unread answers are counted on the launcher and marked as seen once read', async () => {
  const { back_end, visit, close } = await scene(browser)
  back_end.faults.answers = false
  const { page, launcher, panel, open, begin } = await visit()
  await open()
  await begin('Hello')
  await panel.getByText('· Sent').waitFor()
  await launcher.click()
  const thread = [...back_end.threads.values()][0]!
  for (const body of ['One', 'Two']) back_end.say(thread, { author: 'member', author_name: 'Eva', body })
  await page.getByRole('button', { name: 'Open chat, unread messages: 2' }).waitFor()
  await panel.getByRole('button', { name: /^Eva\s*Two$/ }).waitFor()
  await page.goto(`${back_end.page_origin}/next`) // The panel reopens automatically without a sound.
  await page.getByRole('button', { name: 'Open chat, unread messages: 2' }).waitFor()
  await panel.getByRole('button', { name: /^Eva\s*Two$/ }).click()
  await panel.getByRole('log').getByText('Two').waitFor()
  await vi.waitFor(() => expect(thread.row.seen_seq).toBe(3))
  await launcher.click()
  await page.getByRole('button', { name: 'Open chat', exact: true }).waitFor()
  await close()
})

test.concurrent('the preview of a message can be closed, and opening leads to the unread conversation', async () => {
  const { back_end, visit, close } = await scene(browser)
  back_end.faults.answers = false
  const { page, launcher, panel, open, begin } = await visit()
  await open()
  await begin('The first question')
  await panel.getByText('· Sent').waitFor()
  const [first] = back_end.threads.values()
  await panel.getByRole('button', { name: 'All conversations' }).click()
  await begin('The second question')
  await panel.getByText('· Sent').waitFor()
  await launcher.click()
  back_end.say(first!, { author: 'member', author_name: 'Eva', body: 'An answer to the first' })
  await panel.getByRole('button', { name: /An answer to the first/ }).waitFor()
  expect((await page.locator('#ozvi .panel').boundingBox())!.height).toBeLessThan(130)
  expect(await axeFaults(page)).toEqual([])
  await panel.getByRole('button', { name: 'Close preview' }).click()
  await page.locator('#ozvi .panel').waitFor({ state: 'hidden' })
  await launcher.click()
  await panel.getByRole('log').getByText('An answer to the first').waitFor()
  await panel.getByRole('log').getByText('The first question').waitFor()
  await close()
})

test.concurrent.for(['connect-src', 'frame-src'])(
  'a page whose policy lacks %s logs the missing directive, and shows no dead button',
  async (directive) => {
    const { back_end, context, close } = await scene(browser)
    const page = await context.newPage()
    const warnings: string[] = []
    page.on('console', (line) => line.text().startsWith('Ozvi') && warnings.push(line.text()))
    await page.goto(`${back_end.page_origin}/without-${directive}`)
    if (directive === 'frame-src') await page.locator('#ozvi .launcher').hover()
    await vi.waitFor(() =>
      expect(warnings).toContain(
        `Ozvi: the Content-Security-Policy of this page lacks "${directive} ${back_end.origin}"`,
      ),
    )
    expect(await page.locator('#ozvi').count()).toBe(0)
    await close()
  },
)

test.concurrent('the host page sends commands and receives events, and its pages are reported', async () => {
  const { back_end, visit, close } = await scene(browser)
  const { page, panel } = await visit()
  await page.locator('#ozvi .launcher').waitFor()
  const hostEvents = await page.evaluateHandle(() => {
    const names: string[] = []
    for (const name of ['open', 'close']) window.ozvi?.('on', name, () => names.push(name))
    window.ozvi?.('identify', { name: 'Jana', email: 'jana@example.com', token: 'x' })
    window.ozvi?.('prefill', 'My order 4711')
    window.ozvi?.('open')
    return names
  })
  await panel.locator('.ask').click()
  await vi.waitFor(async () => expect(await panel.getByRole('textbox').inputValue()).toBe('My order 4711'))
  await vi.waitFor(() => expect([...back_end.visitors.values()]).toMatchObject([{ name: 'Jana' }]))
  await page.evaluate(() => history.pushState(null, '', '/basket'))
  await vi.waitFor(() => expect(back_end.requests).toContain('POST /api/visitor/page'))
  await page.evaluate(() => window.ozvi?.('hide'))
  expect(await page.locator('#ozvi .launcher').isVisible()).toBe(false)
  expect(await hostEvents.jsonValue()).toEqual(['open', 'close'])
  await close()
})

test.concurrent('SEC-51 a visit continues on the next page only for visitors who have opened the chat', async () => {
  const { back_end, visit, close } = await scene(browser)
  const calls = (path: string) => back_end.requests.filter((request) => request === `POST ${path}`).length
  const first = await visit()
  await first.launcher.waitFor()
  expect(calls('/api/visitor/session')).toBe(0)
  await first.open()
  await vi.waitFor(() => expect(back_end.socket.count()).toBe(1))
  await first.launcher.click()
  await first.page.goto(`${back_end.page_origin}/next`)
  await vi.waitFor(() => expect(calls('/api/visitor/session')).toBe(2))
  await vi.waitFor(() => expect(back_end.socket.count()).toBe(1))
  expect(await first.page.locator('#ozvi .panel').isVisible()).toBe(false)

  // A second tab is on another page; back in the first one, its page is reported again, once.
  const second = await visit('/basket')
  await vi.waitFor(() => expect(back_end.socket.count()).toBe(2))
  const panel = first.page.frames().find((frame) => frame.url().startsWith(back_end.origin))
  const lookAgain = () => panel?.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await lookAgain()
  await vi.waitFor(() => expect(calls('/api/visitor/page')).toBe(1))
  await lookAgain()
  await second.page.close()
  await vi.waitFor(() => expect(back_end.socket.count()).toBe(1))
  expect(calls('/api/visitor/page')).toBe(1)
  await close()
})

test.concurrent('SEC-51 the landing page is sent when the visit starts, and not before', async () => {
  const { back_end, visit, close } = await scene(browser)
  const { page, launcher, open } = await visit('/?utm-source=news')
  await launcher.waitFor()
  const landing_url = page.url()
  await page.evaluate(() => history.pushState(null, '', '/basket'))
  expect(back_end.requests.filter((request) => request.includes('utm-source'))).toEqual([])
  await open()
  await vi.waitFor(() =>
    expect(back_end.sessions).toMatchObject([
      { landing_url, is_opened: true, page: { url: `${back_end.page_origin}/basket` }, referrer: '' },
    ]),
  )
  await close()
})

test.concurrent('SEC-51 a consent on the host page starts the visit without opening the panel, and is sent with its text', async () => {
  const { back_end, visit, close } = await scene(browser)
  const { page, launcher } = await visit()
  await launcher.waitFor()
  expect(back_end.sessions).toEqual([])
  await page.evaluate(() => window.ozvi?.('consent', 'We may see your visits'))
  await vi.waitFor(() => expect(back_end.socket.count()).toBe(1))
  expect(back_end.sessions).toMatchObject([{ consent: 'We may see your visits', is_opened: false }])
  expect(await page.locator('#ozvi .panel').isVisible()).toBe(false)
  await page.evaluate(() => window.ozvi?.('consent', 'And write to you'))
  await vi.waitFor(() => expect(back_end.sessions).toHaveLength(2))
  expect(back_end.sessions[1]).toMatchObject({ consent: 'And write to you' })
  expect(back_end.visitors.size).toBe(1)
  await close()
})

test.concurrent('a question asked by the host page opens the panel and is sent immediately', async () => {
  const { back_end, visit, close } = await scene(browser)
  const { page, panel, bubbles } = await visit()
  await page.locator('#ozvi .launcher').waitFor()
  await page.evaluate(() => window.ozvi?.('ask', 'How long may I return a bike?'))
  await panel.getByRole('button', { name: 'Source 1: Returns and refunds' }).first().waitFor()
  expect((await bubbles())[0]).toBe('How long may I return a bike?')
  await page.evaluate(() => window.ozvi?.('ask', '  '))
  await page.evaluate(() => window.ozvi?.('ask', 'And the money?'))
  await vi.waitFor(() => expect(back_end.threads.size).toBe(2))
  await close()
})

test.concurrent('S1.05 the launcher is hidden where the path contains app/i/', async () => {
  const { visit, close } = await scene(browser)
  const { page, launcher } = await visit('/?hide-on=app/i/')
  await launcher.waitFor()
  await page.evaluate(() => history.pushState(null, '', '/app/i/42/conversation'))
  await launcher.waitFor({ state: 'hidden' })
  await page.evaluate(() => history.back())
  await launcher.waitFor({ state: 'visible' })
  await close()
})

test.concurrent('the launcher is on the configured side, and hidden on pages that the workspace excludes', async () => {
  const { visit, close } = await scene(browser, { look: { hide_on: ['/checkout'], side: 'left' } })
  const { page, launcher } = await visit()
  await launcher.waitFor()
  expect((await launcher.boundingBox())!.x).toBeLessThan(100)
  await page.evaluate(() => history.pushState(null, '', '/sk/checkout/pay'))
  await launcher.waitFor({ state: 'hidden' })
  await close()
})

test.concurrent('a preview shows another appearance, doesn’t take the focus and starts no visit before a message is written', async () => {
  const { back_end, visit, close } = await scene(browser, {
    look: { greeting: 'Vitajte', intro: '', has_badge: true },
  })
  const { page, launcher, panel, errors } = await visit('/?preview=quiet')
  await launcher.waitFor()
  await page.evaluate(() => window.ozvi?.('open', { takes_focus: false }))
  await panel.getByRole('heading', { level: 1, name: 'Vitajte' }).waitFor()
  await page.evaluate(() =>
    window.ozvi?.('look', {
      brand: '#f5c518',
      on_brand: '#000000',
      ink_light: '#886b00',
      ink_dark: '#f5c518',
      side: 'left',
      launcher: { icon: 'M4 4h16', texts: { en: '', sk: '' }, place: [20, 20, 28] },
      theme: 'dark',
      greeting: 'Hello there',
      intro: 'We know our bikes.',
    }),
  )
  await panel.getByRole('heading', { level: 1, name: 'Hello there' }).waitFor()
  await panel.getByText('We know our bikes.').waitFor()
  await panel.getByRole('link', { name: 'Powered by Ozvi' }).waitFor()
  const hero = panel.locator('.hero')
  expect(await hero.evaluate((head) => getComputedStyle(head).backgroundColor)).toBe('rgb(245, 197, 24)')
  expect(await hero.evaluate((head) => getComputedStyle(head).colorScheme)).toBe('dark')
  expect(await launcher.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(
    'rgb(245, 197, 24)',
  )
  expect((await launcher.boundingBox())!.x).toBeLessThan(100)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  expect(back_end.requests.filter((request) => request.includes('/api/'))).toEqual([])
  await panel.locator('.ask').click()
  await panel.getByRole('textbox').fill('How long can I return an item?')
  await panel.getByRole('textbox').press('Enter')
  await panel.locator('.sources').waitFor()
  expect(back_end.visitors.size).toBe(1)
  expect(errors).toEqual([])
  await close()
})

test.concurrent('rules of the page don’t change the chat, and it outlives a replaced body', async () => {
  const { back_end, visit, close } = await scene(browser)
  const rules = [
    '* { all: unset; font-size: 3px; letter-spacing: 9px; text-transform: uppercase }',
    'div:empty { display: none }',
    'body { transform: translateX(80px); filter: sepia(1); zoom: 2 }',
    'div { opacity: 0.2; pointer-events: none; z-index: 1; rotate: 3deg; contain: paint }',
  ]
  back_end.pages.set('/shop', {
    type: 'text/html',
    body:
      `<!doctype html><html lang="en" dir="rtl"><title>Shop</title><style>${rules.join('\n')}</style><body><main>Shop</main>` +
      `<script async src="${back_end.origin}/widget.js" data-key="pk_test"></script>`,
  })
  const { page, launcher, panel, open } = await visit('/shop')
  await launcher.waitFor()
  expect(await launcher.boundingBox()).toEqual({ x: 1364, y: 824, width: 56, height: 56 })
  expect(await page.locator('#ozvi').evaluate((host) => getComputedStyle(host).opacity)).toBe('1')
  await open()
  expect(await page.locator('#ozvi .panel').boundingBox()).toMatchObject({ x: 1020, width: 400 })
  await page.evaluate(() => document.body.replaceWith(document.createElement('body')))
  await panel.locator('.ask').click()
  await panel.getByRole('textbox').waitFor()
  await launcher.click()
  await page.locator('#ozvi .panel').waitFor({ state: 'hidden' })
  await close()
})

test.concurrent.for([
  ['a phone on its side', 844, 390],
  ['200% zoom on a laptop', 683, 384],
] as const)('with %s, the panel has the height of the window', async ([, width, height]) => {
  const { visit, close } = await scene(browser, { viewport: { width, height } })
  const { page, launcher, panel, open } = await visit()
  await open()
  await launcher.waitFor({ state: 'hidden' })
  expect(await page.locator('#ozvi .panel').boundingBox()).toMatchObject({ y: 0, height, width: 400 })
  await panel.locator('.ask').click()
  expect((await panel.locator('.log-scroller').boundingBox())!.height).toBeGreaterThan(height / 2)
  await panel.getByRole('button', { name: 'Close chat' }).click()
  await launcher.waitFor()
  await close()
})

test.concurrent('on a phone, zooming with two fingers doesn’t make the panel smaller', async () => {
  const { context, visit, close } = await scene(browser, {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  const { page, open } = await visit()
  await open()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 })
  await vi.waitFor(async () => expect(await page.evaluate(() => visualViewport?.height)).toBe(422))
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await page.locator('#ozvi .panel').evaluate((panel) => panel.getBoundingClientRect().height)).toBe(
    844,
  )
  await close()
})
