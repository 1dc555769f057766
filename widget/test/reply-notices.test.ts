import type { Page } from 'playwright-core'
import { afterAll, expect, test, vi } from 'vitest'
import { axeFaults, openBrowser, scene } from './browser.ts'

const browser = await openBrowser()
afterAll(() => browser.close())

/** Reports the page as hidden, as a tab in the background is. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)

/** A conversation with the team, with the panel closed. Notes that start are counted in the frame. */
async function closedConversation(look = {}) {
  const { back_end, context, visit, close } = await scene(browser, { look })
  await context.addInitScript(() => {
    const played = { count: 0 }
    Object.assign(globalThis, { played })
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (when) {
      played.count++
      start.call(this, when)
    }
  })
  back_end.faults.answers = false
  const visitor = await visit()
  await visitor.open()
  await visitor.begin('Hello')
  await visitor.panel.getByText('· Sent').waitFor()
  const [thread] = back_end.threads.values()
  const reply = (body: string) => back_end.say(thread!, { author: 'member', author_name: 'Eva', body })
  const played = () =>
    visitor.panel
      .locator('body')
      .evaluate(() => (globalThis as unknown as { played: { count: number } }).played.count)
  async function shut() {
    await visitor.panel.locator('textarea').press('Escape')
    await visitor.page.getByRole('button', { name: 'Open chat' }).waitFor()
    // The page has told the panel that it is closed; the panel handles that before a timer.
    await visitor.panel.locator('body').evaluate(() => new Promise((done) => void setTimeout(done)))
  }
  return { ...visitor, back_end, context, close, reply, played, shut }
}

test.concurrent('a reply to a closed chat plays a sound once, unless the visitor has muted it', async () => {
  const { page, panel, errors, reply, played, shut, close } = await closedConversation()
  reply('You are reading this')
  await panel.getByText('You are reading this').waitFor()
  expect(await played()).toBe(0)
  expect(await axeFaults(page)).toEqual([])
  await shut()
  reply('You are not')
  // Two notes.
  await vi.waitFor(async () => expect(await played()).toBe(2))
  await page.getByRole('button', { name: 'Open chat, unread messages: 1' }).click()
  const menu = panel.getByRole('button', { name: 'Conversation menu' })
  await menu.click()
  await panel.getByRole('menuitem', { name: 'Mute sound' }).click()
  await shut()
  reply('Silent')
  await page.getByRole('button', { name: 'Open chat, unread messages: 1' }).click()
  await panel.getByText('Silent').waitFor()
  expect(await played()).toBe(2)
  // Also in the panel that stays open on the next page.
  await page.reload()
  await menu.click()
  await panel.getByRole('menuitem', { name: 'Unmute sound' }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test.concurrent('with the sound turned off, no sound plays and there is nothing to mute', async () => {
  const { page, panel, reply, played, shut, close } = await closedConversation({
    behavior: { has_sound: false, has_transcript: false },
  })
  expect(await panel.getByRole('button', { name: 'Conversation menu' }).count()).toBe(0)
  await shut()
  reply('Silent')
  await page.getByRole('button', { name: 'Open chat, unread messages: 1' }).click()
  await panel.getByText('Silent').waitFor()
  expect(await played()).toBe(0)
  await close()
})

test.concurrent('a hidden page’s title shows the number of new messages, then its own text again', async () => {
  const { page, errors, reply, shut, close } = await closedConversation()
  const own = await page.title()
  await shut()
  await setHidden(page, true)
  reply('One')
  await vi.waitFor(async () => expect(await page.title()).toBe('(1) New message'))
  // The page changes its title in the meantime, as single-page apps do.
  await page.evaluate(() => void (document.title = 'Basket'))
  reply('Two')
  await vi.waitFor(async () => expect(await page.title()).toBe('(2) New messages'))
  await setHidden(page, false)
  expect(await page.title()).toBe('Basket')
  await page.evaluate((title) => void (document.title = title), own)
  await setHidden(page, true)
  expect(await page.title()).toBe('(2) New messages')
  await setHidden(page, false)
  expect(await page.title()).toBe(own)
  // A visitor who has signed out has no messages.
  await page.evaluate(() => window.ozvi?.('shutdown'))
  await setHidden(page, true)
  expect(await page.title()).toBe(own)
  expect(errors).toEqual([])
  await close()
})

test.concurrent('SEC-28 signing out deletes everything even if the page’s own listener throws', async () => {
  const { page, reply, shut, close } = await closedConversation()
  const stored = () =>
    page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('ozvi-launcher:')))
  await page.evaluate(() =>
    window.ozvi?.('on', 'unread', (count: unknown) => {
      if (count === 0) throw new Error('a fault of the page')
    }),
  )
  await shut()
  reply('You have not read this')
  await page.getByRole('button', { name: 'Open chat, unread messages: 1' }).waitFor()
  expect(await stored()).toHaveLength(1)
  await page.evaluate(() => window.ozvi?.('shutdown')).catch(() => undefined) // the page’s error
  // The panel has ended the session, and the launcher’s own data is gone.
  await vi.waitFor(async () => expect(await stored()).toEqual([]))
  await close()
})

test.concurrent('signing out resets the page’s unread count, and a script that can’t be loaded breaks nothing', async () => {
  const { page, context, errors, reply, shut, close } = await closedConversation()
  await context.route('**/widget-title.js', (route) => route.abort())
  const warnings: string[] = []
  page.on('console', (line) => void (line.type() === 'warning' && warnings.push(line.text())))
  await page.evaluate(() => {
    const seen: unknown[] = []
    Object.assign(window, { seen })
    window.ozvi?.('on', 'unread', (count: unknown) => seen.push(count))
  })
  const seen = () => page.evaluate(() => (window as unknown as { seen: unknown[] }).seen)
  await shut()
  reply('You have not read this')
  await page.getByRole('button', { name: 'Open chat, unread messages: 1' }).waitFor()
  await page.evaluate(() => window.ozvi?.('shutdown'))
  await vi.waitFor(async () => expect(await seen()).toEqual([1, 0]))
  // The failure is only logged.
  await vi.waitFor(() => expect(warnings.join()).toContain('widget-title'))
  expect(errors).toEqual([])
  await close()
})
