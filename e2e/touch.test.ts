import { afterAll, expect, test } from 'vitest'
import { openBrowser } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { askAsVisitor, createTestUser, publicKeyOf } from './test-user.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

test('on a phone, buttons with an icon are at least 44 by 44 px, the dashboard’s are next to its heading, a page has one link back, and no choice of a reply target is cut', async () => {
  const context = await browser.newContext({
    locale: 'sk',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const id = await createTestUser(appServer, context)
  const conversation_id = crypto.randomUUID()
  await askAsVisitor(appServer, await publicKeyOf(appServer, context, id), [
    { conversation_id, body: 'Máte otvorené v nedeľu?' },
  ])
  const page = await context.newPage()
  const workspace = `${appServer.origin}/sk/app/i/${id}`
  const small: string[] = []
  for (const path of [
    '',
    '/conversation',
    `/conversation/${conversation_id}`,
    '/contacts',
    '/users',
    '/settings/tags',
    '/settings/targets',
  ]) {
    await page.goto(workspace + path)
    await page.waitForLoadState('networkidle')
    small.push(
      ...(await page.evaluate((from) => {
        const buttons = [...document.querySelectorAll<HTMLElement>('button, a[href]')].filter(
          (button) =>
            button.checkVisibility({ visibilityProperty: true }) &&
            button.querySelector('svg') &&
            // On a phone these are only for screen readers; there is a list box for sorting.
            !button.closest('[role="columnheader"]'),
        )
        return buttons.flatMap((button) => {
          const { width, height } = button.getBoundingClientRect()
          const name = button.getAttribute('aria-label') ?? button.innerText
          return width < 44 || height < 44 ? [`${from}: ${name} ${width} × ${height}`] : []
        })
      }, path)),
    )
  }
  expect(small).toEqual([])
  const widths = await page
    .getByRole('combobox', { name: /odpove/ })
    .evaluateAll((all) => all.map((select) => select.clientWidth))
  expect(widths.length).toBeGreaterThan(1)
  expect(Math.min(...widths)).toBeGreaterThan(120)
  const main = page.getByRole('main')
  await page.goto(`${workspace}/settings/data-sources/answers`)
  await main.getByRole('link', { name: 'Zdroje údajov' }).waitFor()
  expect(await main.getByRole('link', { name: 'Nastavenia' }).isVisible()).toBe(false)
  await page.goto(`${workspace}/settings/rules/new`)
  await main.getByRole('link', { name: 'Pravidlá' }).waitFor()
  expect(await main.getByRole('link', { name: 'Nastavenia' }).isVisible()).toBe(false)
  await page.goto(workspace)
  const heading = await main.getByRole('heading', { level: 1 }).boundingBox()
  const button = await main.getByRole('button', { name: 'Posielať e-mailom' }).boundingBox()
  const link = await main.getByRole('link', { name: 'Vyskúšať chat' }).boundingBox()
  expect(button?.y).toBeLessThan(heading ? heading.y + heading.height : 0)
  expect(link?.y).toBe(button?.y)
  await context.close()
})

test('on a phone in landscape a conversation has half of the screen for messages, and a press on Note or Reply puts the caret into the field', async () => {
  const viewport = { width: 844, height: 390 }
  const context = await browser.newContext({ locale: 'en', viewport, hasTouch: true, isMobile: true })
  const id = await createTestUser(appServer, context)
  const conversation_id = crypto.randomUUID()
  await askAsVisitor(appServer, await publicKeyOf(appServer, context, id), [
    { conversation_id, body: 'Are you open on Sunday?' },
  ])
  const page = await context.newPage()
  await page.goto(`${appServer.origin}/en/app/i/${id}/conversation/${conversation_id}`)
  const field = page.getByRole('textbox', { name: /^(Reply to|Note)/ })
  await field.waitFor()
  await page.waitForLoadState('networkidle')
  const thread = page.locator('[data-scroller]')
  expect((await thread.boundingBox())?.height).toBeGreaterThanOrEqual(viewport.height / 2)
  await field.tap()
  const send = page.getByRole('button', { name: 'Send', exact: true })
  const bottom = async () => {
    const { y = viewport.height, height = 0 } = (await send.boundingBox()) ?? {}
    return y + height
  }
  await expect.poll(bottom).toBeLessThanOrEqual(viewport.height)
  expect((await thread.boundingBox())?.height).toBeGreaterThanOrEqual(viewport.height / 3)

  await field.fill('Yes, ')
  for (const [mode, text] of [
    ['Note', 'ask Eva'],
    ['Reply', 'we are'],
  ] as const) {
    await page.getByText(mode, { exact: true }).tap()
    await expect.poll(() => page.getByRole('radio', { name: mode }).isChecked()).toBe(true)
    await page.keyboard.type(text)
    await expect.poll(() => field.inputValue(), { message: mode }).toContain(text)
  }
  await context.close()
})

test('on a phone the menu of a message appears when the message is pressed, and a message found by its quote has one outline, around its bubble', async () => {
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ locale: 'en', viewport, hasTouch: true, isMobile: true })
  const id = await createTestUser(appServer, context)
  const conversation_id = crypto.randomUUID()
  await askAsVisitor(appServer, await publicKeyOf(appServer, context, id), [
    { conversation_id, body: 'Are you open on Sunday?' },
  ])
  const page = await context.newPage()
  await page.goto(`${appServer.origin}/en/app/i/${id}/conversation/${conversation_id}`)
  const message = page.locator('[data-seq]').filter({ hasText: 'Sunday' }).first()
  const menu = message.getByRole('button', { name: 'Message actions' })
  await menu.waitFor()
  const opacity = () => menu.evaluate((button) => getComputedStyle(button).opacity)
  expect(await opacity()).toBe('0')
  await message.getByText('Are you open on Sunday?').tap()
  await expect.poll(opacity).toBe('1')
  const { width = 0, height = 0 } = (await menu.boundingBox()) ?? {}
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  await menu.tap()
  await page.getByRole('menuitem', { name: 'Reply', exact: true }).tap()
  const field = page.getByRole('textbox', { name: /^Reply to/ })
  await field.fill('We are')
  await field.press('Control+Enter')
  const quote = page.getByRole('button', { name: /^In reply to/ })
  await quote.focus()
  await quote.press('Enter')
  const found = page.locator('[data-found]')
  await found.waitFor()
  expect(await found.evaluate((slot) => document.activeElement === slot)).toBe(true)
  const outlines = await found.evaluate((slot) =>
    [slot, ...slot.querySelectorAll('*')].flatMap((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle === 'none' || outlineWidth === '0px' ? [] : [element.textContent]
    }),
  )
  expect(outlines).toEqual(['Are you open on Sunday?'])
  await context.close()
})
