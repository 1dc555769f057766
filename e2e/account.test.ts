import { afterAll, expect, test } from 'vitest'
import { newPerson, password } from './person.ts'
import { openBrowser, startProduct, watchConsole } from './product.ts'

const product = await startProduct()
const browser = await openBrowser()
afterAll(async () => {
  await browser.close()
  await product.stop()
})

test('SEC-02 a browser that is signed out from another leads its open page to sign-in at once', async () => {
  const desk = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const away = await browser.newContext({ locale: 'sk', viewport: { width: 390, height: 844 } })
  const complaints = [watchConsole(desk), watchConsole(away)]
  const email = `eva-${crypto.randomUUID()}@example.com`
  const id = await newPerson(product, desk, email)

  // the same person, elsewhere
  const other = await away.newPage()
  await other.goto(`${product.origin}/sk/auth?next=/sk/app/i/${id}`)
  await other.getByLabel('E-mailová adresa').fill(email)
  await other.getByLabel('Heslo', { exact: true }).fill(password)
  await other.getByRole('button', { name: 'Prihlásiť sa' }).click()
  await other.waitForURL(`**/sk/app/i/${id}`)
  await other.getByRole('heading', { level: 1 }).waitFor()
  await other.waitForLoadState('networkidle')

  const page = await desk.newPage()
  await page.goto(`${product.origin}/en/app/account`)
  const list = page.getByRole('list', { name: 'Where you are signed in' })
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2)
  await list.getByRole('button', { name: /^Sign out Chrome/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByText('You are signed in here only.').waitFor()
  await other.waitForURL('**/auth?next=**')
  await other.getByRole('button', { name: 'Prihlásiť sa' }).waitFor()
  expect(complaints.flat().filter((complaint) => !complaint.includes('401'))).toEqual([])
  await desk.close()
  await away.close()
})
