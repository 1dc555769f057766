import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { openBrowser, watchConsole } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { createTestUser } from './test-user.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

const pressesMax = 120
/** Presses a key until a control with this name has the focus. */
async function move(page: Page, key: 'Tab' | 'ArrowDown', name: string) {
  const passed: string[] = []
  for (let presses = 0; presses < pressesMax; presses++) {
    await page.keyboard.press(key)
    const focused = await page.evaluate(async () => {
      // A menu moves the focus in a separate task.
      await new Promise((resolve) => setTimeout(resolve))
      const { activeElement } = document
      const label = activeElement?.id ? document.querySelector(`label[for="${activeElement.id}"]`) : null
      const shown =
        activeElement?.getAttribute('aria-label') ?? label?.textContent ?? activeElement?.textContent
      return (shown ?? '').trim()
    })
    if (focused === name) return
    passed.push(focused.slice(0, 30))
  }
  throw new Error(`${key} doesn’t lead to “${name}”: ${passed.join(' | ')}`)
}
const tabTo = (page: Page, name: string) => move(page, 'Tab', name)
async function press(page: Page, name: string, key = 'Enter') {
  await tabTo(page, name)
  await page.keyboard.press(key)
}
async function write(page: Page, name: string, text: string) {
  await tabTo(page, name)
  await page.keyboard.type(text)
}
/** Adds a step at an edge of the step whose panel is open. */
async function addAt(page: Page, way: string, kind: string) {
  await press(page, `Add step: ${way}`)
  await page.locator('[role=menu]:focus-within').waitFor()
  await move(page, 'ArrowDown', kind)
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: new RegExp(`^\\d+\\. ${kind}$`) }).waitFor()
}

/** In a narrow window, a step isn't covered by its panel. */
async function expectStepBesidePanel(page: Page) {
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.getByRole('group', { name: 'Start', exact: true }).waitFor()
  const step = page.getByRole('group', { name: '2. Branch', exact: true })
  await step.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: '2. Branch' })
  await expect
    .poll(async () => {
      const [node, aside] = [await step.boundingBox(), await panel.boundingBox()]
      return node && aside ? aside.x - node.x - node.width : undefined
    })
    .toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })
}

test(
  'a scenario with a question, a branch and a handover is built on the canvas and published with the keyboard alone',
  { timeout: 90_000 },
  async () => {
    const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
    const complaints = watchConsole(context)
    const id = await createTestUser(appServer, context)
    const page = await context.newPage()
    await page.goto(`${appServer.origin}/en/app/i/${id}/scenario`)
    await page.getByText('No scenarios yet').waitFor()
    await press(page, 'New scenario')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('By keyboard')
    await press(page, 'Create scenario')

    // Opened from the palette, a step's panel has the focus.
    await page.getByRole('navigation', { name: 'Add step' }).waitFor()
    await press(page, 'Question')
    await write(page, 'Text (English)', 'Your email?')
    await write(page, 'Text (Slovak)', 'Váš e-mail?')
    await write(page, 'Answer', 'Email')
    await write(page, 'Save in contact field', 'Email')
    await addAt(page, 'Next step', 'Branch')
    await addAt(page, 'Otherwise', 'End')
    await page.keyboard.press('Escape')
    // Enter opens the focused step on the canvas.
    await press(page, '2. Branch')
    await page.getByRole('complementary', { name: '2. Branch' }).waitFor()
    await addAt(page, 'Condition group 1', 'Hand over to team')
    await page.getByRole('button', { name: 'No problems' }).waitFor()
    await page.keyboard.press('Escape')
    await expectStepBesidePanel(page)

    await press(page, 'Publish')
    await page.getByRole('dialog').waitFor()
    await press(page, 'Publish')
    await page.getByText('Version 1 published', { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  },
)
