import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { fakeStripe } from '../server/test/fakes/stripe.ts'
import { fakeVies } from '../server/test/fakes/vies.ts'
import { openBrowser, startAppServer, watchConsole } from './app-server.ts'
import { createTestUser } from './test-user.ts'

const stripe = await fakeStripe()
const vies = await fakeVies()
const appServer = await startAppServer({
  ...stripe.environment,
  ...vies.environment,
  EGRESS_ALLOW: `${stripe.environment.EGRESS_ALLOW},${vies.environment.EGRESS_ALLOW}`,
})
stripe.state.webhook_url = `${appServer.origin}/api/stripe/webhook`
const browser = await openBrowser()
afterAll(async () => {
  await browser.close()
  await appServer.stop()
  await stripe.close()
  await vies.close()
})

async function pay(page: Page) {
  await page.getByRole('heading', { name: 'Checkout' }).waitFor()
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.getByText('Active', { exact: true }).waitFor()
}

test('S9.16 trial, checkout, invoice, upgrade, downgrade, failed payment, cancellation and the Free plan', async () => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const complaints = watchConsole(context)
  const page = await context.newPage()
  const id = await createTestUser(appServer, context)
  await page.goto(`${appServer.origin}/en/app/i/${id}/settings/general`)
  await page.getByRole('link', { name: 'Billing', exact: true }).click()
  await page.getByText('Trial', { exact: true }).waitFor()

  await page.getByLabel('Company name').fill('Green Bean s. r. o.')
  await page.getByLabel('Address', { exact: true }).fill('Hlavná 1')
  await page.getByLabel('City').fill('Bratislava')
  await page.getByLabel('Postal code').fill('811 01')
  await page.getByLabel('VAT ID').fill('SK2020304050')
  await page.getByRole('button', { name: 'Save details' }).click()
  await page.getByText('Changes saved').first().waitFor()
  // Without a reload.
  await page.getByText(/^Valid in VIES, the EU’s VAT register\. Checked on/).waitFor()

  await page.getByText('Starter', { exact: true }).click()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await pay(page)
  const subscription_id = stripe.all('subscription')[0]?.id ?? ''
  await page.getByRole('link', { name: 'OZVI-0001' }).waitFor()

  await page.getByText('Business', { exact: true }).click()
  await page.getByRole('button', { name: 'Change to Business' }).click()
  await page.getByRole('link', { name: 'OZVI-0002' }).waitFor()
  await page.getByText('Pro', { exact: true }).click()
  await page.getByText(/^Pro starts on .+ Nothing is deleted\.$/).waitFor()
  await page.getByRole('button', { name: 'Change to Pro' }).click()
  await page.getByText(/^The Pro plan starts on/).waitFor()

  // The page follows what Stripe reports, without a reload.
  stripe.state.declines = true
  stripe.renew(subscription_id)
  await stripe.deliver()
  await page.getByText('Payment failed', { exact: true }).waitFor()
  stripe.state.declines = false
  stripe.settle(subscription_id)
  await stripe.deliver()
  await page.getByText('Active', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Cancel plan' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The chat shows “Powered by Ozvi”.').waitFor()
  await dialog.getByRole('button', { name: 'Keep plan' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await dialog.getByRole('button', { name: 'Cancel plan' }).click()
  await page.getByText('Canceled', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Keep Pro' }).waitFor()

  stripe.renew(subscription_id)
  await stripe.deliver()
  await page.getByText('Ended', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Single sign-on', exact: true }).click()
  await page.getByText('Single sign-on is available from the Business plan').waitFor()
  await page.getByRole('link', { name: 'See plans' }).click()
  await page.getByText('The Free plan has no charges.').waitFor()
  expect(complaints).toEqual([])
  await context.close()
}, 240_000)
