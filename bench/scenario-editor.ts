import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { flowStepsMax } from '@ozvi/contract'
import type { Page } from 'playwright-core'
import { openBrowser, startAppServer } from '../e2e/app-server.ts'
import { callerIn, createTestUser } from '../e2e/test-user.ts'
import { ms, quantile, type Row, row } from './report.ts'

const root = path.join(import.meta.dirname, '..')
/** Until the page has finished loading. */
const rest_ms = 3_000
const longTask_ms = 50
const typed = 'Your order is on its way and arrives within two days. Is there anything else?'

/** The longest flow: rows of messages, buttons, cards and questions. */
function longFlow() {
  const text = (at: number) => ({ en: `Text of step ${at}`, sk: `Text kroku ${at}` })
  const kinds = [
    (at: number, next: string) => ({ kind: 'message', text: text(at), next }),
    (at: number, next: string) => ({
      kind: 'buttons',
      text: text(at),
      buttons: ['a', 'b', 'c'].map((id) => ({ id, text: text(at), next })),
    }),
    (at: number, next: string) => ({
      kind: 'cards',
      cards: ['a', 'b'].map((id) => ({
        id,
        title: text(at),
        text: text(at),
        buttons: [{ id: `${id}1`, text: text(at), next }],
      })),
    }),
    (at: number, next: string) => ({ kind: 'question', text: text(at), next }),
  ]
  const steps = Array.from({ length: flowStepsMax }, (_, index) => ({
    id: `s${index}`,
    title: `Step ${index}`,
    position: { x: (index % 20) * 320, y: Math.floor(index / 20) * 280 },
    ...(index === flowStepsMax - 1 ? { kind: 'end' } : kinds[index % kinds.length]?.(index, `s${index + 1}`)),
  }))
  return { trigger: { kind: 'conversation_started' }, locales: ['en', 'sk'], start_step_id: 's0', steps }
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** CPU time in microseconds. */
  tdur?: number
  args?: { name?: string }
}
/** CPU time of each task of the page's main thread: other processes of the machine don't count. */
function taskTimes(trace: Buffer): number[] {
  // Written by Chromium.
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const isMain = ({ name, ph, args }: TraceEvent) =>
    ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain'
  const main = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`))
  return traceEvents.flatMap(({ name, pid, tid, tdur }) =>
    name.endsWith('RunTask') && main.has(`${pid} ${tid}`) && tdur !== undefined ? [tdur / 1_000] : [],
  )
}
/** The longest tasks during an action, and until the draft is saved. */
async function during(page: Page, what: string, act: () => Promise<void>): Promise<Row> {
  await sleep(1_500)
  const browser = page.context().browser()
  await browser?.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
  await act()
  await sleep(1_500)
  const times = taskTimes((await browser?.stopTracing()) ?? Buffer.from('{"traceEvents":[]}'))
  const long = times.filter((each) => each > longTask_ms)
  const longest = [...times].sort((a, b) => b - a).slice(0, 3)
  return row(
    what,
    long.length === 0 ? `no task over ${longTask_ms} ms` : `${long.length} tasks over ${longTask_ms} ms`,
    `CPU time; the longest ${longest.map(ms).join(', ')} of ${times.length}, p99 ${ms(quantile(times, 0.99))}`,
  )
}
const node = (page: Page, name: string) => page.locator('.react-flow__node', { hasText: name }).first()
/** The canvas renders only the steps in view. */
async function find(page: Page, name: string) {
  const search = page.getByLabel('Search steps')
  await search.fill(name)
  await search.press('Enter')
  await node(page, name).waitFor()
}
async function drag(page: Page, name: string) {
  const box = await node(page, name).boundingBox()
  if (!box) throw new Error(`${name} is not on the canvas`)
  await page.mouse.move(box.x + 40, box.y + 12)
  await page.mouse.down()
  for (let n = 1; n <= 60; n++) {
    await page.mouse.move(box.x + 40 + n * 3, box.y + 12 + n * 2)
    await sleep(16)
  }
  await page.mouse.up()
}

/** The editor of a scenario with the most steps, in a browser: long tasks while a step is dragged and edited. */
export async function scenarioEditor(): Promise<Row[]> {
  if (!existsSync(path.join(root, 'app/build/client')))
    return [row('editor', 'skipped', 'not built: npm run build -w app')]
  const server = await startAppServer()
  const browser = await openBrowser()
  try {
    const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
    const id = await createTestUser(server, context)
    const scenario_id = crypto.randomUUID()
    await callerIn(server, context)('PUT', `/api/integration/${id}/scenario/${scenario_id}`, {
      name: 'Long',
      flow: longFlow(),
    })
    const page = await context.newPage()
    await page.goto(`${server.origin}/en/app/i/${id}/scenario/${scenario_id}`)
    await page.locator('.react-flow__node').first().waitFor()
    await sleep(rest_ms)
    await find(page, 'Step 150')
    const rows = [await during(page, 'drag a step on the canvas', () => drag(page, 'Step 150'))]
    for (const name of ['Step 148', 'Step 149']) {
      await find(page, name)
      await node(page, name).click()
      const field = page.getByLabel('Text (English)').first()
      await field.click()
      rows.push(
        await during(page, `type in ${name === 'Step 148' ? 'a message' : 'a step with three buttons'}`, () =>
          page.keyboard.type(typed, { delay: 30 }),
        ),
      )
    }
    await page.getByRole('button', { name: 'Fit to view' }).click()
    rows.push(await during(page, 'drag with all steps in view', () => drag(page, 'Step 150')))
    return rows
  } finally {
    await browser.close()
    await server.stop()
  }
}
