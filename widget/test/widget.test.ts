import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Browser } from 'playwright-core'
import type {} from '../src/embed/commands.ts' // declares `window.ozvi`
import { axeFaults, buildWidget, openBrowser, scene } from './browser.ts'

let browser: Browser
beforeAll(async () => {
  await buildWidget()
  browser = await openBrowser()
}, 60_000)
afterAll(() => browser?.close())

const eventually = { timeout: 8_000, interval: 50 }

test.concurrent('SEC-51 before it is opened the widget asks one question and stores nothing', async () => {
  const { back_end, context, visit, close } = await scene(browser)
  const { page, launcher, panel, errors } = await visit()
  await launcher.hover() // the frame is made ready, no more
  await panel.locator('h1').waitFor({ state: 'attached' })
  expect(back_end.requests.filter((request) => !request.includes('/widget'))).toEqual([])
  const stored = [page.mainFrame(), ...page.frames()].map((frame) =>
    frame.evaluate(async () => [
      localStorage.length,
      sessionStorage.length,
      (await indexedDB.databases()).length,
    ]),
  )
  expect(await Promise.all(stored)).toEqual([
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ])
  expect(await context.cookies()).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test.concurrent('an answer streams in, is announced once, and its sources can be checked', async () => {
  const { visit, close } = await scene(browser)
  const { page, panel, errors, open, write, said } = await visit()
  await open()
  await panel.locator('.ask').click()
  const heard = await panel.locator('[role=log]').elementHandle()
  const journal = await heard!.evaluateHandle((log) => {
    const added: string[] = []
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) added.push(node.textContent ?? '')
    }).observe(log, { childList: true, subtree: true, characterData: true })
    return added
  })
  await write('How long can I return an item?')
  await panel.locator('.growing').waitFor()
  await panel.getByRole('button', { name: 'Source 1: Returns and refunds' }).first().click()
  const sheet = panel.getByRole('dialog', { name: 'Returns and refunds' })
  expect(await sheet.innerText()).toContain('You may return any item within 30 days of delivery.')
  expect(await sheet.innerText()).toContain('Shop › Returns › How long you have')
  expect(await sheet.getByRole('link', { name: 'Open the page' }).getAttribute('href')).toBe(
    'https://shop.example/returns#:~:text=You%20may%20return',
  )
  expect(await sheet.getByRole('link', { name: 'See our saved copy' }).getAttribute('href')).toBe(
    '/snapshot/returns',
  )
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  expect(await panel.locator(':focus').innerText()).toBe('1')
  expect((await said())[1]).toContain('You have 30 days from delivery')
  const announced = (await journal.jsonValue()).filter((text) => !text.includes('How long'))
  expect(announced.filter((text) => text !== 'Today')).toEqual([expect.stringContaining('30 days')])
  expect(errors).toEqual([])
  await close()
})

test.concurrent('REL-34 what is written offline is sent once and in order, across a reload and two tabs', async () => {
  const { back_end, context, visit, close } = await scene(browser)
  back_end.faults.answers = false
  const first = await visit()
  await first.open()
  await first.begin('First')
  await first.panel.getByText('Delivered').waitFor()
  const second = await visit()
  await second.open()
  await second.panel.locator('.rows .row').first().click()
  await context.setOffline(true)
  for (const text of ['Second', 'Third']) await first.write(text)
  await second.write('Fourth')
  await first.panel.getByText('Waiting for connection').first().waitFor()
  await vi.waitFor(
    async () => expect(await second.said()).toEqual(['First', 'Second', 'Third', 'Fourth']),
    eventually,
  )
  expect(back_end.posts).toHaveLength(1)

  back_end.fall() // back online, but the server is away, so nothing leaves before the reload
  await context.setOffline(false)
  await first.page.close()
  back_end.rise()
  back_end.faults.delay_ms = 300
  const third = await visit()
  await third.open()
  await vi.waitFor(() => expect([...back_end.threads.values()][0]?.messages).toHaveLength(4), eventually)
  const [thread] = back_end.threads.values()
  expect(thread?.messages.map(({ body }) => body)).toEqual(['First', 'Second', 'Third', 'Fourth'])
  expect(new Set(back_end.posts).size).toBe(4)
  await vi.waitFor(
    async () => expect(await second.panel.getByText(/Waiting|Sending/).count()).toBe(0),
    eventually,
  )
  expect(await second.said()).toEqual(['First', 'Second', 'Third', 'Fourth'])
  await close()
})

test.concurrent('422 marks the message as not sent, with Retry and Delete', async () => {
  const { visit, close } = await scene(browser)
  const { panel, open, begin, said } = await visit()
  await open()
  await begin('Please refuse me')
  await panel.getByText('Not sent: Some fields need attention.').waitFor()
  await panel.getByRole('button', { name: 'Retry' }).click()
  await panel.getByText('Not sent: Some fields need attention.').waitFor()
  await panel.getByRole('button', { name: 'Delete' }).click()
  await vi.waitFor(async () => expect(await said()).toEqual([]), eventually)
  await close()
})

test.concurrent('REL-06 frames that were lost are read again, and without a socket the panel polls', async () => {
  const { back_end, visit, close } = await scene(browser)
  back_end.faults.answers = false
  const { panel, open, begin, said } = await visit()
  await open()
  await begin('Hello')
  await panel.getByText('Delivered').waitFor()
  const thread = [...back_end.threads.values()][0]!
  const say = (body: string) => back_end.say(thread, { author: 'member', author_name: 'Eva', body })
  back_end.socket.faults.isDropping = true
  say('Lost 1')
  back_end.socket.faults.isDropping = false
  say('Heard 2')
  await vi.waitFor(async () => expect(await said()).toEqual(['Hello', 'Lost 1', 'Heard 2']), eventually)

  back_end.socket.faults.isRefusing = true
  back_end.socket.cut()
  say('Polled 3')
  await vi.waitFor(async () => expect(await said()).toContain('Polled 3'), eventually)
  await close()
})

test.concurrent('REL-01 a server that goes away and comes back loses nothing, and the panel says so', async () => {
  const { back_end, visit, close } = await scene(browser)
  back_end.faults.answers = false
  const { panel, open, begin, said } = await visit()
  await open()
  await begin('One')
  await panel.getByText('Delivered').waitFor()
  back_end.fall()
  await panel.getByRole('textbox').fill('Two')
  await panel.getByRole('textbox').press('Enter')
  await panel.getByText('Waiting for connection').waitFor()
  await panel.getByText('Reconnecting…').waitFor()
  back_end.rise()
  await vi.waitFor(() => expect([...back_end.threads.values()][0]?.messages).toHaveLength(2), {
    timeout: 20_000,
  })
  expect(await said()).toEqual(['One', 'Two'])
  await close()
})

test.concurrent('2.1.1 the whole way by keyboard: open, ask, check a source, close', async () => {
  const { visit, close } = await scene(browser)
  const { page, launcher, panel, errors, said } = await visit()
  await launcher.waitFor()
  await page.keyboard.press('Tab') // Next page
  await page.keyboard.press('Tab') // Buy
  await page.keyboard.press('Tab')
  expect(await launcher.getAttribute('aria-expanded')).toBe('false')
  await page.keyboard.press('Enter')
  await panel.locator('h1:focus').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await panel.locator('textarea:focus').waitFor()
  await page.keyboard.type('First line')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('second line')
  await page.keyboard.press('Enter')
  await panel.locator('.sources').waitFor()
  expect((await said())[0]).toBe('First line\nsecond line')
  for (let at = 0; at < 4; at++) await page.keyboard.press('Shift+Tab')
  expect(await panel.locator(':focus').getAttribute('aria-label')).toBe('Source 2: Payment methods')
  await page.keyboard.press('Enter')
  await panel.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await panel.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await vi.waitFor(async () => expect(await launcher.getAttribute('aria-expanded')).toBe('false'), eventually)
  const focused = await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.className)
  expect(focused).toBe('launcher')
  expect(errors).toEqual([])
  await close()
})

test.concurrent('a person is always reachable, and asked once how to be reached', async () => {
  const { back_end, visit, close } = await scene(browser)
  const { panel, open } = await visit()
  await open()
  await panel.locator('.ask').click()
  await panel.getByRole('button', { name: 'Talk to a person' }).click()
  await panel.getByText('A person from our team will answer you here.').waitFor()
  await panel.getByLabel('E-mail').fill('jana')
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.getByText('Enter an e-mail address such as name@example.com.').waitFor()
  await panel.getByLabel('E-mail').fill('jana@example.com')
  await panel.getByLabel('Name').fill('Jana')
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.getByText('The team sees jana@example.com and can write to you there.').waitFor()
  expect([...back_end.visitors.values()]).toMatchObject([{ name: 'Jana', email: 'jana@example.com' }])
  await close()
})

test.concurrent('unread answers wait on the launcher and are seen once read', async () => {
  const { back_end, visit, close } = await scene(browser)
  back_end.faults.answers = false
  const { page, launcher, panel, open, begin } = await visit()
  await open()
  await begin('Hello')
  await panel.getByText('Delivered').waitFor()
  await launcher.click()
  const thread = [...back_end.threads.values()][0]!
  for (const body of ['One', 'Two']) back_end.say(thread, { author: 'member', author_name: 'Eva', body })
  await page.getByRole('button', { name: 'Open chat, 2 unread messages' }).waitFor()
  await page.goto(`${back_end.page_origin}/next`) // the panel comes back by itself, quietly
  await page.getByRole('button', { name: 'Open chat, 2 unread messages' }).waitFor()
  await launcher.click()
  await panel.getByText('Two').waitFor()
  await vi.waitFor(() => expect(thread.row.seen_seq).toBe(3), eventually)
  await launcher.click()
  await page.getByRole('button', { name: 'Open chat', exact: true }).waitFor()
  await close()
})

test.concurrent('the host page commands, hears events, and its pages are reported', async () => {
  const { back_end, visit, close } = await scene(browser)
  const { page, panel } = await visit()
  await page.locator('#ozvi .launcher').waitFor()
  const heard = await page.evaluateHandle(() => {
    const names: string[] = []
    for (const name of ['open', 'close']) window.ozvi?.('on', name, () => names.push(name))
    window.ozvi?.('identify', { name: 'Jana', email: 'jana@example.com', token: 'x' })
    window.ozvi?.('prefill', 'My order 4711')
    window.ozvi?.('open')
    return names
  })
  await panel.locator('.ask').click()
  await vi.waitFor(
    async () => expect(await panel.getByRole('textbox').inputValue()).toBe('My order 4711'),
    eventually,
  )
  await vi.waitFor(
    () => expect([...back_end.visitors.values()]).toMatchObject([{ name: 'Jana' }]),
    eventually,
  )
  await page.evaluate(() => history.pushState(null, '', '/basket'))
  await vi.waitFor(() => expect(back_end.requests).toContain('POST /api/visitor/page'), eventually)
  await page.evaluate(() => window.ozvi?.('hide'))
  expect(await page.locator('#ozvi .launcher').isVisible()).toBe(false)
  expect(await heard.jsonValue()).toEqual(['open', 'close'])
  await close()
})

test.concurrent('a question asked by the host page opens the panel and is sent at once', async () => {
  const { back_end, visit, close } = await scene(browser)
  const { page, panel, said } = await visit()
  await page.locator('#ozvi .launcher').waitFor()
  await page.evaluate(() => window.ozvi?.('ask', 'How long may I return a bike?'))
  await panel.getByRole('button', { name: 'Source 1: Returns and refunds' }).first().waitFor()
  expect((await said())[0]).toBe('How long may I return a bike?')
  await page.evaluate(() => window.ozvi?.('ask', '  '))
  await page.evaluate(() => window.ozvi?.('ask', 'And the money?'))
  await vi.waitFor(() => expect(back_end.threads.size).toBe(2), eventually)
  await close()
})

test.concurrent('where no team reads along there is no way to a person', async () => {
  const { visit, close } = await scene(browser, { look: { has_team: false } })
  const { panel, open, begin } = await visit()
  await open()
  expect(await panel.getByText('people take over when needed').count()).toBe(0)
  await begin('How long may I return a bike?')
  await panel.getByRole('button', { name: 'Source 1: Returns and refunds' }).first().waitFor()
  expect(await panel.getByRole('button', { name: 'Talk to a person' }).count()).toBe(0)
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

test.concurrent('the launcher is hidden where the workspace’s own rules say so, and stands on its side', async () => {
  const { visit, close } = await scene(browser, { look: { hide_on: ['/checkout'], side: 'left' } })
  const { page, launcher } = await visit()
  await launcher.waitFor()
  expect((await launcher.boundingBox())!.x).toBeLessThan(100)
  await page.evaluate(() => history.pushState(null, '', '/sk/checkout/pay'))
  await launcher.waitFor({ state: 'hidden' })
  await close()
})

test.concurrent('a preview tries another look, leaves the focus where it is and meets nobody before a word is written', async () => {
  const { back_end, visit, close } = await scene(browser, { look: { greeting: 'Vitajte', intro: '' } })
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
      theme: 'dark',
      greeting: 'Hello there',
      intro: 'We know our bikes.',
    }),
  )
  await panel.getByRole('heading', { level: 1, name: 'Hello there' }).waitFor()
  await panel.getByText('We know our bikes.').waitFor()
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

test.concurrent('a customer’s page cannot put words into the panel', async () => {
  const { visit, close } = await scene(browser)
  const { page, panel, open } = await visit()
  await open()
  await page.evaluate(() => {
    const colours = { brand: '#ff0000', on_brand: '#000000', ink_light: '#000000', ink_dark: '#ffffff' }
    window.ozvi?.('look', { ...colours, side: 'left', theme: 'dark', greeting: 'Pay here', intro: '' })
  })
  await panel.getByRole('heading', { level: 1, name: 'Hi there' }).waitFor()
  expect(await panel.locator('body').innerText()).not.toContain('Pay here')
  await close()
})

test.concurrent('SEC-28 after shutdown the next visitor finds nothing of the one before', async () => {
  const { back_end, visit, close } = await scene(browser)
  const { page, panel, open, begin } = await visit()
  await open()
  await begin('A secret of the first visitor')
  await panel.getByText('Delivered').waitFor()
  await page.evaluate(() => window.ozvi?.('shutdown'))
  await page.goto(`${back_end.page_origin}/next`) // at once, whether or not the frame has had its turn
  const next = await visit()
  await next.open()
  await vi.waitFor(() => expect(back_end.visitors.size).toBe(2), eventually)
  expect(await next.panel.locator('body').innerText()).not.toContain('secret')
  expect(await next.panel.locator('.row').count()).toBe(0)
  await close()
})

test.concurrent('SEC-27 a hostile page can neither command the panel nor learn the token', async () => {
  const { back_end, visit, close } = await scene(browser)
  const { page, panel, open, begin, said } = await visit()
  const seen = await page.evaluateHandle(() => {
    const messages: string[] = []
    addEventListener('message', ({ data }) => messages.push(JSON.stringify(data)))
    return messages
  })
  await open()
  await begin('Hello')
  await panel.locator('.sources').waitFor()
  await page.evaluate(() => {
    const frame = document.querySelector('#ozvi')?.shadowRoot?.querySelector('iframe')?.contentWindow
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => window.postMessage({ stolen: data })
    frame?.postMessage({ ozvi: 'hello', is_ended: true, page: {} }, '*', [port2])
    for (const type of ['end', 'open', 'close', 'token']) frame?.postMessage({ type }, '*')
    port1.postMessage({ type: 'end' })
  })
  await page.waitForTimeout(300)
  expect((await said())[0]).toBe('Hello')
  const [token] = back_end.visitors.keys()
  expect(await seen.jsonValue()).toEqual([])
  expect(back_end.requests.some((request) => request.includes(token!))).toBe(false)
  await close()
})

test.concurrent('a long thread keeps its place: earlier ones come in above, new ones wait behind a pill', async () => {
  const { back_end, visit, close } = await scene(browser)
  back_end.faults.answers = false
  const { panel, open, begin, said } = await visit()
  await open()
  await begin('Hello')
  await panel.getByText('Delivered').waitFor()
  const thread = [...back_end.threads.values()][0]!
  const say = (body: string) => back_end.say(thread, { author: 'member', author_name: 'Eva', body })
  back_end.socket.faults.isDropping = true
  for (let at = 2; at <= 80; at++) say(`Message ${at}`)
  back_end.socket.faults.isDropping = false
  const again = await visit()
  await again.open()
  await again.panel.locator('.rows .row').first().click()
  await again.panel.getByText('Message 80').waitFor()
  expect(await again.said()).toHaveLength(50)
  const scroller = again.panel.locator('.log-scroller')
  await scroller.evaluate((element) => element.scrollTo(0, 0))
  const place = () => again.panel.getByText('Message 31', { exact: true }).boundingBox()
  const before = await place()
  await again.panel.getByRole('button', { name: 'Show earlier messages' }).click()
  await vi.waitFor(async () => expect(await again.said()).toHaveLength(80), eventually)
  expect(Math.abs((await place())!.y - before!.y)).toBeLessThan(60) // the button itself is gone
  say('Message 81')
  await again.panel.getByRole('button', { name: 'New messages' }).click()
  await vi.waitFor(() => expect(thread.row.seen_seq).toBe(81), eventually)
  await vi.waitFor(async () => expect(await said()).toHaveLength(81), eventually)
  await close()
})

test.concurrent('a browser that keeps nothing chats all the same', async () => {
  const { back_end, context, visit, close } = await scene(browser)
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'BroadcastChannel'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
  })
  const { panel, errors, open, begin } = await visit()
  await open()
  await begin('How long can I return an item?')
  await panel.locator('.sources').waitFor()
  expect(back_end.posts).toHaveLength(1)
  expect(errors).toEqual([])
  await close()
})

test.concurrent('403 on a domain that is not allowed is one short line', async () => {
  const { back_end, visit, close } = await scene(browser)
  back_end.faults.isForbidden = true
  const { panel, open, errors } = await visit()
  await open()
  await panel.getByText('The chat may not be used on this website.').waitFor()
  expect(await panel.getByRole('textbox').count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test.concurrent('8,000 characters fit, one more is counted and not sent', async () => {
  const { back_end, visit, close } = await scene(browser)
  back_end.faults.answers = false
  const { panel, open } = await visit()
  await open()
  await panel.locator('.ask').click()
  await panel.getByRole('textbox').fill('x'.repeat(8_001))
  await panel.getByRole('textbox').press('Enter')
  await panel.getByText('1 character too many').waitFor()
  expect(back_end.posts).toEqual([])
  await panel.getByRole('textbox').fill('x'.repeat(8_000))
  await panel.getByText('0 characters left').waitFor()
  await panel.getByRole('button', { name: 'Send' }).click()
  await panel.getByText('Delivered').waitFor()
  await close()
})

const suggestions = ['How long can I return an item?', 'Do you deliver to Slovakia?']
for (const [width, colorScheme, locale, colour] of [
  [1440, 'light', 'en', '#2867e4'],
  [390, 'dark', 'sk', '#f5c518'],
  [390, 'light', 'en', '#ffffff'],
  [1440, 'dark', 'sk', '#0f5132'],
] as const)
  test.concurrent(`axe finds nothing in any state at ${width}, ${colorScheme}, ${locale}, ${colour}`, async () => {
    const { back_end, visit, close } = await scene(browser, {
      viewport: { width, height: 800 },
      colorScheme,
      reducedMotion: 'reduce',
      hasTouch: width === 390,
      look: { colour, suggestions },
    })
    const { page, launcher, panel, errors, open, begin } = await visit(`/?locale=${locale}`)
    await launcher.waitFor()
    expect(await axeFaults(page)).toEqual([])
    await open()
    await panel.locator('.rows').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await begin(suggestions[0]!)
    await panel.locator('.sources').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await panel.locator('.chip').first().click()
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await panel.locator('.person button').click()
    await panel.locator('.reach').waitFor()
    await panel.getByRole('textbox', { name: /message|správu/ }).fill('refuse me')
    await panel.locator('.send').click()
    await panel.locator('.failed').waitFor()
    back_end.tell([...back_end.threads.values()][0]!, 'TypingChanged', {
      conversation_id: [...back_end.threads.keys()][0],
      side: 'team',
      name: 'Eva',
      is_typing: true,
    })
    await panel.locator('.dots').waitFor()
    expect(await axeFaults(page)).toEqual([])
    const overflow = await panel.locator('body').evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      const running = document.getAnimations().filter(({ playState }) => playState === 'running')
      return {
        wider: scrollWidth - clientWidth,
        running: running.length,
        lang: document.documentElement.lang,
      }
    })
    expect(overflow).toEqual({ wider: 0, running: 0, lang: locale })
    expect(errors).toEqual([])
    await close()
  })

test.concurrent('1.4.10 nothing is cut off at 320 pixels, and at 160 (200 % zoom)', async () => {
  const { visit, close } = await scene(browser, {
    viewport: { width: 320, height: 560 },
    look: { suggestions },
  })
  const { page, panel, open, begin } = await visit()
  await open()
  for (const width of [320, 160]) {
    await page.setViewportSize({ width, height: 560 })
    const wider = () =>
      panel.locator('body').evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await wider()).toBeLessThanOrEqual(0)
    if (width === 320) await begin('How long can I return an item?')
    await panel.locator('.sources').waitFor()
    expect(await wider()).toBeLessThanOrEqual(0)
    expect(await panel.locator('textarea').isVisible()).toBe(true)
  }
  await panel.getByRole('button', { name: 'Back to all conversations' }).click()
  const right = (selector: string) =>
    panel.locator(selector).evaluate((element) => innerWidth - element.getBoundingClientRect().right)
  await panel.locator('.row-end time').waitFor()
  expect(await right('.ask')).toBeGreaterThan(0)
  expect(await right('.row-end')).toBeGreaterThan(0)
  await close()
})
