import { afterAll, expect, test, vi } from 'vitest'
import type {} from '../src/embed/commands.ts' // declares `window.ozvi`
import { openBrowser, scene } from './browser.ts'

const browser = await openBrowser()
afterAll(() => browser.close())

test.concurrent('SEC-51 before it is opened the widget makes one request and stores nothing', async () => {
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

test.concurrent('a customer’s page can’t insert text into the panel', async () => {
  const { visit, close } = await scene(browser)
  const { page, panel, open } = await visit()
  await open()
  await page.evaluate(() => {
    const colors = { brand: '#ff0000', on_brand: '#000000', ink_light: '#000000', ink_dark: '#ffffff' }
    window.ozvi?.('look', { ...colors, side: 'left', theme: 'dark', greeting: 'Pay here', intro: '' })
  })
  await panel.getByRole('heading', { level: 1, name: 'Hi there' }).waitFor()
  expect(await panel.locator('body').innerText()).not.toContain('Pay here')
  await close()
})

test.concurrent('SEC-28 after shutdown the next visitor finds nothing of the previous one', async () => {
  const { back_end, visit, close } = await scene(browser)
  const { page, panel, open, begin } = await visit()
  await open()
  await begin('A secret of the first visitor')
  await panel.getByText('· Sent').waitFor()
  await page.evaluate(() => window.ozvi?.('shutdown'))
  await page.goto(`${back_end.page_origin}/next`) // immediately, whether or not the frame has run
  const next = await visit()
  await next.open()
  await vi.waitFor(() => expect(back_end.visitors.size).toBe(2))
  expect(await next.panel.locator('body').innerText()).not.toContain('secret')
  expect(await next.panel.locator('.row').count()).toBe(0)
  await close()
})

test.concurrent('SEC-27 a hostile page can neither control the panel nor read the token', async () => {
  const { back_end, visit, close } = await scene(browser)
  const { page, panel, open, begin, write, bubbles } = await visit()
  const seen = await page.evaluateHandle(() => {
    const messages: string[] = []
    addEventListener('message', ({ data }) => messages.push(JSON.stringify(data)))
    return messages
  })
  await open()
  await begin('Hello')
  await panel.locator('.sources').waitFor()
  const storage = await page.evaluate(() => {
    const frame = document.querySelector('#ozvi')?.shadowRoot?.querySelector('iframe')?.contentWindow
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => window.postMessage({ stolen: data })
    frame?.postMessage({ ozvi: 'hello', is_ended: true, page: {} }, '*', [port2])
    for (const type of ['end', 'open', 'close', 'token']) frame?.postMessage({ type }, '*')
    port1.postMessage({ type: 'end' })
    try {
      return frame?.localStorage.length
    } catch (error) {
      return String(error)
    }
  })
  expect(storage).toContain('SecurityError')
  // What the panel handles and the page receives after those messages shows that they changed nothing.
  await write('Still here?')
  await panel.locator('[role=log] .bubble', { hasText: 'Still here?' }).waitFor()
  expect(await bubbles()).toEqual(expect.arrayContaining(['Hello', 'Still here?']))
  await page.evaluate(() => window.postMessage('the last one'))
  await vi.waitFor(async () => expect(await seen.jsonValue()).toContain('"the last one"'), {
    timeout: 60_000,
  })
  expect(await seen.jsonValue()).toEqual(['"the last one"'])
  const [token, ...others] = back_end.visitors.keys()
  expect([others, back_end.requests.some((request) => request.includes(token!))]).toEqual([[], false])
  await close()
})

test.concurrent('SEC-27 neither another frame of the page nor a popup can connect to the panel', async () => {
  const { back_end, context, close } = await scene(browser)
  const html = (body: string) => ({ type: 'text/html', body: `<!doctype html><title>Shop</title>${body}` })
  // Without the loader, the panel waits for the page's handshake.
  const frame = `<iframe id="panel" src="${back_end.origin}/widget/frame/pk_test?locale=en"></iframe>`
  back_end.pages.set('/embedder', html(`${frame}<iframe name="sibling" src="/hostile"></iframe>`))
  back_end.pages.set('/hostile', html(''))
  const page = await context.newPage()
  await page.goto(`${back_end.page_origin}/embedder`)
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => void window.open('/hostile'))
  const popup = await opened
  await popup.waitForLoadState()
  const panel = page.frame({ url: /widget\/frame/ })!
  await panel.locator('h1').waitFor({ state: 'attached' })

  /** Connects with the right messages; returns the panel's replies as they arrive. */
  function connect() {
    const embedder = (opener ?? parent) as Window
    const panel = embedder.document.querySelector<HTMLIFrameElement>('#panel')?.contentWindow
    const replies: unknown[] = []
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => replies.push(data)
    const page = { url: 'https://shop.example', title: 'Shop' }
    const state = { is_open: true, takes_focus: true, is_known: true, is_ended: true, person: {} }
    panel?.postMessage({ ozvi: 'hello', page, referrer: '', landing_url: page.url, ...state }, '*', [port2])
    for (const target of [port1, { postMessage: (message: unknown) => panel?.postMessage(message, '*') }])
      target.postMessage({ type: 'ask', text: 'Sent by a stranger' })
    return replies
  }
  const hostile = [
    await page.frame({ name: 'sibling' })!.evaluateHandle(connect),
    await popup.evaluateHandle(connect),
  ]
  const own = await page.evaluateHandle(connect)
  // The panel handles messages in order: the page's own come last.
  await vi.waitFor(async () => expect(await own.jsonValue()).toContainEqual({ type: 'ready' }), {
    timeout: 60_000,
  })
  await panel.getByText('Sent by a stranger').first().waitFor()
  expect(await Promise.all(hostile.map((replies) => replies.jsonValue()))).toEqual([[], []])
  expect(await panel.locator('[role=log] .bubble', { hasText: 'stranger' }).count()).toBe(1)
  expect(back_end.visitors.size).toBe(1)
  await close()
})

test.concurrent('403 on a domain that isn’t allowed is one short line', async () => {
  const { back_end, visit, close } = await scene(browser)
  back_end.faults.isForbidden = true
  const { panel, open, errors } = await visit()
  await open()
  await panel.getByText('The chat isn’t enabled for this website.').waitFor()
  expect(await panel.getByRole('textbox').count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})
