import type { WidgetTrigger } from '@ozvi/contract'
import { afterAll, expect, test, vi } from 'vitest'
import type {} from '../src/embed/commands.ts' // declares `window.ozvi`
import { axeFaults, openBrowser, scene } from './browser.ts'

const browser = await openBrowser()
afterAll(() => browser.close())

const id = '01980000-0000-7000-8000-000000000001'
const bubble = { text: 'Need help?', buttons: [{ id: 'yes', text: 'Yes, please' }] }
const withTriggers = (...triggers: Omit<WidgetTrigger, 'id'>[]) => ({
  look: { triggers: triggers.map((trigger) => ({ id, ...trigger })), bubble },
})
const stored = () => ({ ...localStorage, ...sessionStorage })

test.concurrent('SEC-51 a page without triggers loads nothing more, and one that fires stores nothing', async () => {
  const bare = await scene(browser)
  await bare.visit().then(({ launcher }) => launcher.waitFor())
  const { back_end, visit, close } = await scene(browser, withTriggers({ kind: 'page_opened' }))
  const { page, launcher, errors } = await visit()
  const message = page.getByRole('group', { name: 'Message from Acme Bikes' })
  await message.getByRole('status').getByText('Need help?').waitFor()
  expect(bare.back_end.requests.some((line) => line.includes('triggers'))).toBe(false)
  expect(await page.evaluate(stored)).toEqual({})
  expect(await axeFaults(page)).toEqual([])
  // Focus stays on the page; the bubble comes before the launcher.
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  await message.getByRole('button', { name: 'Close message' }).focus()
  await page.keyboard.press('Escape')
  await message.waitFor({ state: 'detached' })
  expect(await launcher.evaluate((button) => button.matches(':focus'))).toBe(true)
  expect(await page.evaluate(stored)).toEqual({})
  expect(back_end.requests.filter((line) => line.includes('/scenario/'))).toHaveLength(1)
  expect(errors).toEqual([])
  await bare.close()
  await close()
})

/** Each frame takes longer than the display shows it, as on a page with an animation on a slow computer. */
function keepBusy() {
  const draw = () => {
    const end = performance.now() + 30
    while (performance.now() < end) continue
    document.documentElement.style.background = `#${Math.random().toString(16).slice(2, 8)}`
    requestAnimationFrame(draw)
  }
  requestAnimationFrame(draw)
}

test.concurrent('a scenario starts on a page that is never idle', async () => {
  const { context, visit, close } = await scene(browser, withTriggers({ kind: 'page_opened' }))
  await context.addInitScript(keepBusy)
  const { page } = await visit()
  await page.getByRole('group', { name: 'Message from Acme Bikes' }).waitFor()
  await close()
})

test.concurrent('an answer in the bubble opens the chat and starts the scenario there', async () => {
  const { back_end, visit, close } = await scene(browser, {
    ...withTriggers({ kind: 'time_on_page', at: 1 }),
    viewport: { width: 390, height: 844 },
  })
  const { page, panel } = await visit()
  await page.getByRole('button', { name: 'Yes, please' }).click()
  await panel.getByRole('log').getByText('Yes, please').waitFor()
  expect(back_end.startedScenarios).toEqual([{ scenario_id: id, is_automatic: false }])
  await page.getByRole('group', { name: 'Message from Acme Bikes' }).waitFor({ state: 'detached' })
  await close()
})

test.concurrent('an event of the page fires on its pages only, and visits are counted after consent', async () => {
  const on = (value: string) => ({ match: 'equals' as const, value })
  const { back_end, visit, close } = await scene(
    browser,
    withTriggers(
      { kind: 'page_opened', page: on('/elsewhere') },
      { kind: 'custom_event', name: 'checkout', page: on('/') },
    ),
  )
  const { page } = await visit()
  const message = page.getByRole('group', { name: 'Message from Acme Bikes' })
  await page.evaluate(() => window.ozvi?.('track', 'other'))
  await page.evaluate(() => window.ozvi?.('track', 'checkout'))
  await message.waitFor()
  await close()
  const visits = await scene(browser, withTriggers({ kind: 'first_visit' }))
  const first = await visits.visit()
  await first.launcher.waitFor()
  await vi.waitFor(() => expect(visits.back_end.requests.join()).toContain('widget-triggers.js'))
  expect(visits.back_end.requests.join()).not.toContain('/scenario/')
  await first.page.evaluate(() => window.ozvi?.('consent', 'Chat may remember me'))
  await first.page.getByRole('group', { name: 'Message from Acme Bikes' }).waitFor()
  // Remembered: not again in this visit.
  await first.page.reload()
  await first.launcher.waitFor()
  await first.page.waitForLoadState('networkidle')
  expect(visits.back_end.requests.filter((line) => line.includes('/scenario/'))).toHaveLength(1)
  expect(back_end.startedScenarios).toEqual([])
  await visits.close()
})
