import { brandColors } from '@ozvi/contract'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { commonAppServer } from './common-app-server.ts'
import { openBrowser, watchConsole } from './app-server.ts'
import { openCustomerSite } from './customer-site.ts'

/*
 * The look of the chat: set in the settings, shown in the preview, and used on a customer's page with the policy
 * lines from the settings.
 */

const appServer = commonAppServer()
const browser = await openBrowser()
const shop = await openCustomerSite()
afterAll(async () => {
  await browser.close()
  shop.close()
})

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto(`${appServer.origin}/en/auth/create-account`)
  await page.getByLabel('Your name', { exact: true }).fill('Eva Nováková')
  await page.getByLabel('Email address', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/verify-email**')
  await page.goto(await appServer.mailedLink(email))
  await page.waitForURL('**/en/app')
}
const backgroundOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor)
/** An image of one pixel. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)
const yellow = 'rgb(245, 197, 24)'

test(
  'color and greeting are previewed, saved, and appear for another member immediately and for a customer on the next page',
  { timeout: 180_000 },
  async () => {
    const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
    const complaints = watchConsole(context)
    const page = await context.newPage()
    await signUp(page, `eva-client-${crypto.randomUUID()}@example.com`)
    await page.goto(`${appServer.origin}/en/app?create=1`)
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Bike House')
    await page.getByRole('dialog').getByLabel('Website', { exact: true }).fill(shop.url)
    await page.getByRole('dialog').getByRole('button', { name: 'Create workspace' }).click()
    await page.waitForURL('**/app/i/**')
    const integration_id = /\/app\/i\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
    const settings = `${appServer.origin}/en/app/i/${integration_id}/settings/client`
    await page.goto(settings)

    // empty fields show the panel's default texts in gray, as the preview does
    const greeting = page.getByLabel('Greeting in English')
    const intro = page.getByLabel('Subtitle in English')
    const preview = page.frameLocator('iframe').frameLocator('iframe')
    const ownGreeting = (await greeting.getAttribute('placeholder')) ?? ''
    await preview.getByRole('heading', { name: ownGreeting, exact: true }).waitFor()
    await preview.getByText((await intro.getAttribute('placeholder')) ?? '', { exact: true }).waitFor()

    // previewed, not saved
    await page.getByLabel('Brand color', { exact: true }).fill('#f5c518')
    await greeting.fill('Need a hand with your bike?')
    await preview.getByRole('heading', { name: 'Need a hand with your bike?' }).waitFor()
    const hero = preview.locator('.hero')
    expect(await hero.evaluate((head) => getComputedStyle(head).backgroundColor)).toBe(yellow)
    await page.getByText(brandColors('#f5c518').ink_light).waitFor()
    shop.tag = await page.getByLabel('Install snippet').innerText()
    const policy = await page.getByLabel('Content Security Policy').innerText()
    shop.policy = `default-src 'none'; img-src data:; ${policy}`

    // leaving asks for confirmation, and staying keeps the text
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page
      .getByRole('dialog', { name: 'Discard unsaved changes?' })
      .getByRole('button', { name: 'Cancel' })
      .click()
    expect(await greeting.inputValue()).toBe('Need a hand with your bike?')

    // a customer's page still has the previous look
    const customer = await browser.newContext({ locale: 'en' })
    const customerComplaints = watchConsole(customer)
    const visit = await customer.newPage()
    await visit.goto(shop.url)
    await visit.locator('#ozvi .launcher').waitFor()
    expect(await backgroundOf(visit, '#ozvi .launcher')).toBe('rgb(40, 103, 228)')

    // saved: another tab is updated, and so is the next page
    const other = await context.newPage()
    await other.goto(settings)
    const otherColor = other.getByLabel('Brand color', { exact: true })
    expect(await otherColor.inputValue()).toBe('#2867e4')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Changes saved', { exact: true }).waitFor()
    await expect.poll(() => otherColor.inputValue(), { timeout: 20_000 }).toBe('#f5c518')

    await visit.reload()
    const launcher = visit.locator('#ozvi .launcher')
    await launcher.click()
    expect(await backgroundOf(visit, '#ozvi .launcher')).toBe(yellow)
    await visit
      .frameLocator('#ozvi iframe')
      .getByRole('heading', { name: 'Need a hand with your bike?' })
      .waitFor()

    // a logo and one language: shown immediately in the shell, in the other tab and to the customer
    await page.goto(`${appServer.origin}/en/app/i/${integration_id}/settings/general`)
    await page
      .getByRole('group', { name: 'Logo' })
      .locator('input')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: dot })
    await page.getByText('Logo updated', { exact: true }).waitFor()
    await page.getByRole('checkbox', { name: 'English' }).uncheck()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Changes saved', { exact: true }).waitFor()
    await other.getByText('Not used: the chat isn’t available in this language.').waitFor()
    const logo = other.getByRole('button', { name: /^Switch workspace/ }).locator('img')
    await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1)

    await visit.reload()
    const panel = visit.frameLocator('#ozvi iframe')
    await panel.getByRole('heading', { name: 'Dobrý deň', exact: true }).waitFor()
    await expect
      .poll(() => panel.locator('.hero .logo').evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBe(1)
    expect([...complaints, ...customerComplaints]).toEqual([])
    await context.close()
    await customer.close()
  },
)
