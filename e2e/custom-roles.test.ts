import { afterAll, expect, test } from 'vitest'
import { callerIn, createTestUser } from './test-user.ts'
import { commonAppServer } from './common-app-server.ts'
import { openBrowser, watchConsole } from './app-server.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

test('S6.02 a custom role immediately takes a right away from a member, on screen and in the API', async () => {
  const open = () => browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const [owners, editors] = [await open(), await open()]
  const complaints = [watchConsole(owners), watchConsole(editors)]
  const workspace = await createTestUser(appServer, owners)
  const email = `editor-${crypto.randomUUID()}@example.com`
  await createTestUser(appServer, editors, email, 'Member editor')
  const invited = { email, role: 'editor' }
  const { data } = await callerIn(appServer, owners)('PUT', '/api/integration/user-invite', invited)
  await callerIn(appServer, editors)('POST', '/api/invitation/accept', { invitation_id: data.id })
  const at = `${appServer.origin}/en/app/i/${workspace}/settings`

  const page = await editors.newPage()
  await page.goto(`${at}/tags`)
  const newTag = page.getByRole('button', { name: 'New tag' })
  await newTag.first().waitFor()

  const desk = await owners.newPage()
  await desk.goto(`${at}/team`)
  await desk.getByRole('button', { name: 'New role', exact: true }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Role name', { exact: true }).fill('Writer')
  const manageTags = dialog.getByRole('checkbox', { name: /^Manage tags/ })
  await dialog.getByLabel('Based on', { exact: true }).selectOption('viewer')
  expect(await manageTags.isDisabled()).toBe(true)
  await dialog.getByLabel('Based on', { exact: true }).selectOption('editor')
  await manageTags.uncheck()
  await dialog.getByRole('checkbox', { name: /^View reports/ }).uncheck()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await desk.getByText('Editor without: View reports · Manage tags', { exact: true }).waitFor()
  await desk.getByRole('button', { name: 'Actions for Member editor', exact: true }).click()
  await desk.getByRole('menuitemradio', { name: 'Writer', exact: true }).click()
  await desk.getByText('Member editor is now Writer', { exact: true }).waitFor()

  await newTag.first().waitFor({ state: 'detached' })
  const tag = () =>
    callerIn(appServer, editors)('POST', `/api/integration/${workspace}/tag`, { name: 'Urgent' })
  await expect(tag()).rejects.toThrow('answered 403')
  // Pages with reports are hidden.
  const other = await editors.newPage()
  await other.goto(`${at}/../reports`)
  await other.getByText('Your role can’t view reports', { exact: true }).waitFor()
  await other.goto(`${at}/../users`)
  await other.getByRole('table').getByText('Writer', { exact: true }).waitFor()
  await other.goto(`${at}/..`)
  await other.getByRole('heading', { name: 'Right now', exact: true }).waitFor()
  await other.waitForLoadState('networkidle')

  await desk.getByRole('button', { name: 'Actions for Writer', exact: true }).click()
  await desk.getByRole('menuitem', { name: 'Delete role', exact: true }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Delete role', exact: true }).click()
  await newTag.first().waitFor()
  await tag()
  expect(complaints.flat()).toEqual([])
  await Promise.all([owners.close(), editors.close()])
})
