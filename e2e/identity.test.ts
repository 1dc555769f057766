import { execFileSync } from 'node:child_process'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { commonAppServer } from './common-app-server.ts'
import { callerIn, createTestUser } from './test-user.ts'
import { openBrowser, watchConsole } from './app-server.ts'
import { openCustomerSite } from './customer-site.ts'

/*
 * The signed-in user, signed by the customer's own server with the secret and the code from the settings, in two
 * browsers of one person.
 */

const appServer = commonAppServer()
const browser = await openBrowser()
const shop = await openCustomerSite()
afterAll(async () => {
  await browser.close()
  shop.close()
})

/** A shopper in a separate browser with the chat open. */
async function shopper(jwt?: string) {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1200, height: 800 } })
  const complaints = watchConsole(context)
  const page = await context.newPage()
  await page.goto(shop.url)
  await page.locator('#ozvi .launcher').waitFor()
  if (jwt) await identify(page, jwt)
  await page.locator('#ozvi .launcher').click()
  return { page, panel: page.frameLocator('#ozvi iframe'), complaints, close: () => context.close() }
}
const identify = (page: Page, jwt: string) =>
  page.evaluate((jwt) => {
    // Inserted by the snippet.
    const { ozvi } = window as { ozvi?: (...args: unknown[]) => void }
    ozvi?.('identify', { jwt })
  }, jwt)

test(
  'SEC-25 with the code from the settings a person is recognized in two browsers, sees both conversations, and is marked as verified',
  { timeout: 180_000 },
  async () => {
    const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
    const complaints = watchConsole(context)
    const integration_id = await createTestUser(appServer, context)
    const own = `/app/i/${integration_id}`
    const hosts = [new URL(shop.url).host]
    await callerIn(appServer, context)('PUT', `/api/integration/${integration_id}/client`, { hosts })
    const page = await context.newPage()
    await page.goto(`${appServer.origin}/en${own}/settings/client`)
    await page.getByRole('radio', { name: /^Optional/ }).check()
    const secret = await page.getByLabel('Secret', { exact: true }).innerText()
    const code = await page.getByLabel('Signing code for Node.js').innerText()
    shop.tag = await page.getByLabel('Install snippet').innerText()
    const user = JSON.stringify({ id: 17, email: 'jana@example.com', name: 'Jana Nováková' })
    const jwt = execFileSync(
      process.execPath,
      ['--input-type=module', '--eval', `${code}\nconsole.log(identityToken(${user}))`],
      { env: { ...process.env, OZVI_IDENTITY_SECRET: secret }, encoding: 'utf8' },
    ).trim()
    await page.getByRole('textbox', { name: 'Token' }).fill(jwt)
    await page.getByRole('button', { name: 'Test token', exact: true }).click()
    await page.getByText('Token accepted', { exact: true }).waitFor()

    // Started anonymously; the visitor signs in afterwards.
    const phone = await shopper()
    await phone.panel.locator('.ask').click()
    await phone.panel.getByRole('textbox').fill('Where is my parcel 4711?')
    await phone.panel.getByRole('textbox').press('Enter')
    await phone.panel.getByText(/· Sent/).waitFor()
    await identify(phone.page, jwt)
    await phone.panel.getByText('Where is my parcel 4711?').first().waitFor()

    const laptop = await shopper(jwt)
    await laptop.panel.locator('.row', { hasText: 'Where is my parcel 4711?' }).click()
    await laptop.panel.getByRole('textbox').fill('And my invoice?')
    await laptop.panel.getByRole('textbox').press('Enter')
    await phone.panel.getByText('And my invoice?').first().waitFor()

    await page.goto(`${appServer.origin}/en${own}/contacts`)
    await page.getByText('Jana Nováková').first().click()
    await page.getByTitle(/^Identity verified: signed by your server/).waitFor()
    await page.getByTitle(/^Email verified: signed by your server/).waitFor()
    expect([...complaints, ...phone.complaints, ...laptop.complaints]).toEqual([])
    await Promise.all([phone.close(), laptop.close(), context.close()])
  },
)
