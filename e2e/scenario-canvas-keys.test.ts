import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { openBrowser, watchConsole } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { callerIn, createTestUser } from './test-user.ts'

/* Keys and the search on the canvas. */

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

const flowOf = (steps: object[], start_step_id: string | null) => ({
  trigger: { kind: 'manual' },
  locales: ['en'],
  start_step_id,
  steps,
})
const greeting = flowOf(
  [
    { id: 'hello', kind: 'message', text: { en: 'Welcome' }, next: 'ask', position: { x: 400, y: 40 } },
    { id: 'ask', kind: 'question', text: { en: 'Your size?' }, next: 'bye', position: { x: 720, y: 40 } },
    { id: 'bye', kind: 'end', position: { x: 1040, y: 40 } },
  ],
  'hello',
)

/** Its ends are too far apart to be shown together. */
const longGreeting = flowOf(
  Array.from({ length: 9 }, (_, index) => ({
    id: `s${index}`,
    kind: 'message',
    text: { en: index % 6 === 2 ? 'A CAFE nearby' : 'Welcome' },
    next: index < 8 ? `s${index + 1}` : null,
    position: { x: 400 + index * 900, y: 40 },
  })),
  's0',
)

async function openScenarios(names: readonly string[], firstFlow: object = greeting) {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const complaints = watchConsole(context)
  const id = await createTestUser(appServer, context)
  const call = callerIn(appServer, context)
  const base = `/api/integration/${id}/scenario`
  const ids: string[] = []
  for (const name of names) {
    const scenario_id = crypto.randomUUID()
    const flow = ids.length === 0 ? firstFlow : flowOf([], null)
    await call('PUT', `${base}/${scenario_id}`, { name, flow })
    ids.push(scenario_id)
  }
  const page = await context.newPage()
  await page.goto(`${appServer.origin}/en/app/i/${id}/scenario/${ids[0]}`)
  return { context, page, complaints }
}
const stepOn = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const stepNames = (page: Page) =>
  page
    .locator('.react-flow__node-step')
    .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('aria-label')))
async function isOnCanvas(page: Page, name: string) {
  const [step, canvas] = [
    await stepOn(page, name).boundingBox(),
    await page.locator('.react-flow').boundingBox(),
  ]
  return !!step && !!canvas && step.x >= canvas.x && step.x + step.width <= canvas.x + canvas.width
}
async function leftOf(page: Page, name: string) {
  const box = await stepOn(page, name).boundingBox()
  return Math.round(box?.x ?? 0)
}

test(
  'steps are selected, copied and pasted into another scenario with their connection, by key',
  { timeout: 120_000 },
  async () => {
    const { context, page, complaints } = await openScenarios(['Greeting', 'Other'])
    await stepOn(page, '1. Message').focus()
    await page.keyboard.press('Space')
    await stepOn(page, '2. Question').focus()
    await page.keyboard.press('Control+Space')
    await page.keyboard.press('Control+c')
    await page.getByText('2 steps copied', { exact: true }).waitFor()

    await page.getByRole('link', { name: 'Back to scenarios' }).click()
    await page.getByRole('link', { name: 'Other', exact: true }).click()
    await page.getByRole('navigation', { name: 'Add step' }).waitFor()
    await page.keyboard.press('Control+v')
    await expect.poll(() => stepNames(page)).toEqual(['1. Message', '2. Question'])
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.keyboard.press('Control+v')
    await expect.poll(() => stepNames(page)).toHaveLength(4)
    await page.keyboard.press('Control+z')
    await expect.poll(() => stepNames(page)).toHaveLength(2)
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(() => stepNames(page)).toHaveLength(4)
    await page.keyboard.press('Delete')
    await expect.poll(() => stepNames(page)).toEqual(['1. Message', '2. Question'])
    // The copies lead to each other, and the question no longer leads anywhere.
    await page.getByText('Outline', { exact: true }).click()
    await page.getByText('Next step → 2').waitFor()
    expect(await page.getByText('Next step → 3').count()).toBe(0)
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.reload()
    await stepOn(page, '2. Question').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  },
)

test(
  'arrow keys move a step on the canvas, and a connection is selected and removed by key',
  { timeout: 120_000 },
  async () => {
    const { context, page, complaints } = await openScenarios(['Greeting'])
    await stepOn(page, '3. End').focus()
    await page.keyboard.press('Space')
    const left = await leftOf(page, '3. End')
    for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => leftOf(page, '3. End')).toBeGreaterThan(left + 20)
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.keyboard.press('Control+z')
    await expect.poll(() => leftOf(page, '3. End')).toBe(left)

    const connections = page.locator('.react-flow__edge')
    await expect.poll(() => connections.count()).toBe(3)
    await connections.last().focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Delete')
    await expect.poll(() => connections.count()).toBe(2)
    await page.getByRole('button', { name: /problem/ }).waitFor()
    expect(await stepNames(page)).toHaveLength(3)
    expect(complaints).toEqual([])
    await context.close()
  },
)

test('a step is found by its text on the canvas, however far away it is', { timeout: 120_000 }, async () => {
  const { context, page, complaints } = await openScenarios(['Greeting'], longGreeting)
  // The outline, which is shown first, has one as well.
  const search = page.locator('.react-flow').getByRole('searchbox', { name: 'Search steps' })
  await search.fill('café')
  await page.getByText('2', { exact: true }).waitFor()
  for (const [position, name] of [
    ['1 / 2', '3. Message'],
    ['2 / 2', '9. Message'],
    ['1 / 2', '3. Message'],
  ] as const) {
    await search.press('Enter')
    await page.getByText(position, { exact: true }).waitFor()
    await expect.poll(() => isOnCanvas(page, name)).toBe(true)
  }
  await search.fill('nothing like it')
  await page.getByText('No matching steps').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
