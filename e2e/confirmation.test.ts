import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { addPasskeyDevice, createTestUser, password } from './test-user.ts'
import { openBrowser, startAppServer, watchConsole, withClock } from './app-server.ts'

const [appServer, browser] = await Promise.all([startAppServer(withClock), openBrowser()])
afterAll(async () => {
  await browser.close()
  await appServer.stop()
})

/** Advances the clock until the sign-in or confirmation of the session has expired. */
async function passTime(context: BrowserContext) {
  appServer.passTime()
  await expect
    .poll(async () => {
      const reply = await context.request.get(`${appServer.origin}/api/auth/confirm`)
      // Returned by every call of the contract.
      const { data } = (await reply.json()) as { data: { confirmed_until: string | null } }
      return data.confirmed_until
    })
    .toBeNull()
}
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

test('S7.06 one dialog confirms the user’s identity on any page: no input is lost, and the action continues', async () => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const complaints = watchConsole(context)
  const id = await createTestUser(appServer, context)
  const page = await context.newPage()
  await page.goto(`${appServer.origin}/en/app/account`)
  await passTime(context)

  const address = page.getByLabel('New address')
  await address.fill('new@example.com')
  await page.getByRole('button', { name: 'Change email' }).click()
  const dialog = dialogOf(page, 'Confirm it’s you')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await address.inputValue()).toBe('new@example.com')
  expect(await page.locator('main').getByRole('alert').count()).toBe(0)

  await address.press('Enter')
  await dialog.getByLabel('Your password').fill('not my password')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByText('Incorrect password.').first().waitFor()
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('We sent a link to new@example.com').waitFor()

  // Confirmed a moment ago, so not requested again.
  await page.goto(`${appServer.origin}/en/app/i/${id}/settings/audit-log`)
  const confirmed = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  expect((await confirmed).suggestedFilename()).toBe('audit-log.csv')
  expect(await dialog.count()).toBe(0)

  await passTime(context)
  await page.getByRole('link', { name: 'Export' }).click()
  await dialog.getByLabel('Your password').fill(password)
  const later = page.waitForEvent('download')
  await dialog.getByLabel('Your password').press('Enter')
  expect((await later).suggestedFilename()).toBe('audit-log.csv')

  await passTime(context)
  await page.goto(`${appServer.origin}/en/app/i/${id}/settings/general`)
  await page.getByRole('button', { name: 'Delete workspace' }).click()
  const question = dialogOf(page, 'Delete “Green Bean”?')
  await question.getByLabel('Type “Green Bean” to confirm').fill('Green Bean')
  const deleted = page.waitForRequest((request) => request.method() === 'DELETE')
  await question.getByRole('button', { name: 'Delete workspace' }).click()
  expect((await deleted).postData()).toBeNull()
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/en/app')
  await page.getByText('“Green Bean” closed').first().waitFor()
  expect(complaints.filter((complaint) => !/40[03]|422/.test(complaint))).toEqual([])
  await context.close()
})

test('S7.06 in Slovak on a phone a passkey confirms instead of the password', async () => {
  const context = await browser.newContext({ locale: 'sk', viewport: { width: 390, height: 844 } })
  const complaints = watchConsole(context)
  await createTestUser(appServer, context)
  const page = await context.newPage()
  await addPasskeyDevice(page)
  await page.goto(`${appServer.origin}/sk/app/account`)
  await page.getByRole('button', { name: 'Pridať prístupový kľúč' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pokračovať' }).click()
  const keys = page.getByRole('list', { name: 'Prístupové kľúče' })
  await keys.waitFor()
  await passTime(context)
  await page.getByRole('button', { name: 'Zapnúť dvojstupňové prihlásenie' }).click()
  await dialogOf(page, 'Potvrďte, že ste to vy')
    .getByRole('button', { name: 'Použiť prístupový kľúč' })
    .click()
  await page.getByRole('img', { name: 'QR kód s kľúčom na nastavenie' }).waitFor()
  expect(complaints.filter((complaint) => !complaint.includes('403'))).toEqual([])
  await context.close()
})
