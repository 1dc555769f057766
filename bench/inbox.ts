import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { openBrowser } from '../e2e/app-server.ts'
import { originOf, type ServerPlace, startServer } from '../server/test/chaos/server-process.ts'
import { withTempDatabase } from './temp-database.ts'
import { median, ms, quantile, type Row, row } from './report.ts'

const root = path.join(import.meta.dirname, '..')
const conversations = 600
const openings = 20
/** Time until the page has finished prefetching. */
const rest_ms = 2_500
/** Delay between two keys, like a person who reads. */
const look_ms = 700
/** Too short for preloading. */
const haste_ms = 30

interface Opening {
  /** Until the messages are in the page, and until they are painted. */
  drawn_ms: number
  painted_ms: number
}
/** State that the page keeps during the measurement. */
interface Measured {
  openings: Opening[]
}
declare global {
  var kept: Measured
}

/** Measures the time from Enter until another conversation is shown with its messages. */
function measureSwitch() {
  globalThis.kept = { openings: [] }
  const title = () => document.querySelector('#conversation-title')?.textContent ?? ''
  let under_way: { from: number; was: string } | undefined
  addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Enter') under_way = { from: performance.now(), was: title() }
    },
    true,
  )
  new MutationObserver(() => {
    const startedAt = under_way
    if (!startedAt || title() === '' || title() === startedAt.was) return
    if (!document.querySelector('[role=log]')?.textContent) return
    under_way = undefined
    const drawn_ms = performance.now() - startedAt.from
    requestAnimationFrame(() => {
      // A message to the page itself is handled after the next frame.
      const after = new MessageChannel()
      after.port1.onmessage = () =>
        globalThis.kept.openings.push({ drawn_ms, painted_ms: performance.now() - startedAt.from })
      after.port2.postMessage(null)
    })
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}

async function openOthers(page: Page, { isReadAhead }: { isReadAhead: boolean }): Promise<Opening[]> {
  const seen = await page.evaluate(() => globalThis.kept.openings.length)
  for (let n = 0; n < openings; n++) {
    await page.keyboard.press('j')
    await sleep(isReadAhead ? look_ms : haste_ms)
    if (!isReadAhead) {
      // The one below the open one is preloaded too.
      await page.keyboard.press('j')
      await sleep(haste_ms)
    }
    await page.keyboard.press('Enter')
    await sleep(look_ms)
  }
  return page.evaluate((from) => globalThis.kept.openings.slice(from), seen)
}

/** Milliseconds between frames while the list is scrolled for two seconds. */
async function scroll(page: Page): Promise<number[]> {
  await page.locator('[data-row]').first().hover()
  const frames = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const took: number[] = []
        const began = performance.now()
        let last = began
        requestAnimationFrame(function frame(now) {
          took.push(now - last)
          last = now
          if (now - began < 2_000) requestAnimationFrame(frame)
          else resolve(took.slice(1))
        })
      }),
  )
  for (let n = 0; n < 60; n++) {
    await page.mouse.wheel(0, 120)
    await sleep(30)
  }
  return frames
}

async function fill(place: ServerPlace): Promise<{ address: string; email: string; password: string }> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['server/src/seed/main.ts', '--conversations', String(conversations)],
    { cwd: root, env: { ...process.env, DATA_DIR: place.data_dir, PORT: String(place.port) } },
  )
  const [, address = ''] = /(\/app\/i\/\S+)/.exec(stdout) ?? []
  const [, email = '', password = ''] = /Sign in as (\S+) with the password (\S+)/.exec(stdout) ?? []
  return { address, email, password }
}

function timed(what: string, openings: Opening[]): Row {
  const renderTimes = openings.map(({ drawn_ms }) => drawn_ms)
  const painted = openings.map(({ painted_ms }) => painted_ms)
  return row(
    what,
    `p50 ${ms(median(renderTimes))}`,
    `p95 ${ms(quantile(renderTimes, 0.95))}; painted p50 ${ms(median(painted))}, of ${openings.length}`,
  )
}

/** The inbox in a browser: from a key to the conversation, and scrolling its list. */
export async function inbox(): Promise<Row[]> {
  if (!existsSync(path.join(root, 'app/build/client')))
    return [row('inbox', 'skipped', 'not built: npm run build -w app')]
  let rows: Row[] = []
  await withTempDatabase(undefined, async (place) => {
    const { address, email, password } = await fill(place)
    const server = startServer(place)
    await server.ready()
    const browser = await openBrowser()
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.goto(`${originOf(place)}/en/auth`)
    await page.locator('input[name=email]').fill(email)
    await page.locator('input[name=password]').fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/app**')
    // The longest list.
    await page.goto(`${originOf(place)}/en${address}/conversation?view=resolved`)
    await page.locator('[data-row]').first().waitFor()
    await sleep(rest_ms)
    await page.evaluate(measureSwitch)
    // The first one compiles code that the others use.
    await openOthers(page, { isReadAhead: true })
    const known = await openOthers(page, { isReadAhead: true })
    const unknown = await openOthers(page, { isReadAhead: false })
    const frames = await scroll(page)
    rows = [
      timed('Enter to the next conversation, read ahead', known),
      timed('the same, not read before', unknown),
      row(
        'a frame while scrolling the list',
        `p95 ${ms(quantile(frames, 0.95))}`,
        `${frames.length} frames in 2 s, longest ${ms(Math.max(...frames))}`,
      ),
    ]
    await browser.close()
    await server.stop()
  })
  return rows
}
