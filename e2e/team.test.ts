import { afterAll, expect, test } from 'vitest'
import { callerIn, newPerson } from './person.ts'
import { openBrowser, startProduct, watchConsole } from './product.ts'

const product = await startProduct()
const browser = await openBrowser()
afterAll(async () => {
  await browser.close()
  await product.stop()
})

test('SEC-05 S2.11 a role counts at once in open pages, and whoever is taken off the team is led out of them', async () => {
  const desk = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const away = await browser.newContext({ locale: 'sk', viewport: { width: 390, height: 844 } })
  const complaints = [watchConsole(desk), watchConsole(away)]
  const id = await newPerson(product, desk)
  const email = `jan-${crypto.randomUUID()}@example.com`
  await newPerson(product, away, email, 'Ján Malý')
  const invitation = await callerIn(product, desk)('PUT', '/api/integration/user-invite', { email })
  await callerIn(product, away)('POST', '/api/invitation/accept', { invitation_id: invitation.data.id })

  // both have the same page open
  const [page, other] = [await desk.newPage(), await away.newPage()]
  await other.goto(`${product.origin}/sk/app/i/${id}/settings/team`)
  await other.getByRole('table', { name: 'Členovia' }).waitFor()
  await page.goto(`${product.origin}/en/app/i/${id}/settings/team`)
  const actions = page.getByRole('button', { name: 'Actions for Ján Malý' })
  expect(await other.getByRole('button', { name: 'Poslať pozvánku' }).count()).toBe(0)
  await actions.click()
  await page.getByRole('menuitemradio', { name: 'Admin' }).click()
  await page.getByText('Ján Malý is now: Admin.', { exact: true }).waitFor()
  await other.getByRole('button', { name: 'Poslať pozvánku' }).waitFor()

  await actions.click()
  await page.getByRole('menuitem', { name: 'Remove from the workspace' }).click()
  await page
    .getByRole('dialog', { name: 'Remove Ján Malý?' })
    .getByRole('button', { name: 'Remove from the workspace' })
    .click()
  await page.getByText('Ján Malý is no longer on the team.', { exact: true }).waitFor()
  await other.waitForURL('**/sk/app')
  await other.getByText('Už nie ste v tíme pracovného priestoru Green Bean.', { exact: true }).waitFor()
  await expect.poll(() => other.getByRole('link', { name: 'Green Bean' }).count()).toBe(1)
  // Their page asked once more for what is none of theirs any more.
  const refused = /40[34]/
  expect(complaints.flat().filter((complaint) => !refused.test(complaint))).toEqual([])
  await desk.close()
  await away.close()
})
