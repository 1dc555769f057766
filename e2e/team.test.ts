import { afterAll, expect, test, vi } from 'vitest'
import { callerIn, createTestUser } from './test-user.ts'
import { commonAppServer } from './common-app-server.ts'
import { openBrowser, watchConsole } from './app-server.ts'
import { pressUntil } from './press-until.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

/** Sends the questions, each in its own conversation, and asks for a person. */
async function writeIn(public_key: string, questions: readonly string[]): Promise<string[]> {
  let token = ''
  const call = async (path: string, body: object) => {
    const reply = await fetch(`${appServer.origin}/api/visitor${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
    // Returned by every call of the contract.
    return ((await reply.json()) as { data: { token: string } }).data
  }
  const locale = 'en'
  token = (await call('/session', { public_key, host_origin: appServer.origin, locale })).token
  const ids = questions.map(() => crypto.randomUUID())
  for (const [index, body] of questions.entries()) {
    const path = `/conversation/${ids[index]}`
    await call(`${path}/message`, { id: crypto.randomUUID(), body, locale })
    await call(`${path}/hand-over`, {})
  }
  return ids
}

test(
  'a macro created in the settings runs in the inbox, and conversations are merged and split; each can be undone',
  { timeout: 120_000 },
  async () => {
    const desk = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
    const complaints = watchConsole(desk)
    const id = await createTestUser(appServer, desk)
    const root = `${appServer.origin}/en/app/i/${id}`
    const reply = await desk.request.get(`${appServer.origin}/api/integration/${id}`, {
      headers: { accept: 'application/json' },
    })
    // Returned by every call of the contract.
    const { data } = (await reply.json()) as { data: { public_key: string } }
    const [first = '', second = ''] = await writeIn(data.public_key, ['Where is my parcel?', 'And the bill?'])
    await callerIn(appServer, desk)('POST', `/api/integration/${id}/conversation/${first}/message`, {
      id: crypto.randomUUID(),
      kind: 'text',
      body: 'The bill comes by post',
    })

    const page = await desk.newPage()
    await page.goto(`${root}/settings/macros`)
    await page.getByRole('button', { name: 'New macro' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Urgent parcel')
    const action = dialog.getByRole('combobox', { name: 'Actions' })
    await action.selectOption('priority')
    await dialog.getByRole('combobox', { name: 'Priority' }).selectOption('urgent')
    await action.selectOption('note')
    await dialog.getByRole('textbox', { name: 'Private note' }).fill('The carrier is asked')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Urgent parcel', { exact: true }).waitFor()

    await page.goto(`${root}/conversation/${second}`)
    const thread = page.getByRole('log')
    const messageText = (text: string) => thread.getByText(text, { exact: true })
    await messageText('And the bill?').waitFor()
    // On a phone held sideways the messages have more than half of the height.
    const size = page.viewportSize()
    await page.setViewportSize({ width: 844, height: 390 })
    const room = () =>
      page.evaluate(() => {
        const header = document.querySelector('#conversation-title')?.closest('header')
        const composer = document.querySelector('#composer')
        return (composer?.getBoundingClientRect().top ?? 0) - (header?.getBoundingClientRect().bottom ?? 0)
      })
    await vi.waitFor(async () => expect(await room()).toBeGreaterThan(195))
    if (size) await page.setViewportSize(size)
    await pressUntil(page, 'q', () => dialog.isVisible())
    await dialog.getByRole('combobox', { name: 'Search macros' }).fill('parcel')
    await dialog.getByRole('option', { name: 'Urgent parcel' }).waitFor()
    await page.keyboard.press('Enter')
    const done = page.getByRole('listitem').filter({ hasText: '“Urgent parcel” applied' })
    await messageText('The carrier is asked').waitFor()
    const priority = page.getByRole('button', { name: 'Priority: Urgent' })
    await priority.waitFor()
    await done.getByRole('button', { name: 'Undo' }).click()
    await priority.waitFor({ state: 'detached' })

    // Merged into the other one, which opens; undone, it contains only its own messages.
    await page.keyboard.press('m')
    await dialog.getByRole('radio').first().check()
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await page.waitForURL(`**/conversation/${first}`)
    await messageText('Where is my parcel?').waitFor()
    await messageText('And the bill?').waitFor()
    await thread.getByRole('button', { name: 'Undo merge' }).click()
    await messageText('And the bill?').waitFor({ state: 'detached' })

    // Split at the reply, which moves to another conversation; undone, it is back.
    await page.keyboard.press('Shift+M')
    await dialog.getByRole('radio').first().check()
    await dialog.getByRole('button', { name: 'Split', exact: true }).click()
    await page.getByText('Split off as #3', { exact: true }).first().waitFor()
    await messageText('The bill comes by post').waitFor({ state: 'detached' })
    await thread.getByRole('button', { name: 'Undo split' }).click()
    await messageText('The bill comes by post').waitFor()
    expect(complaints).toEqual([])
    await desk.close()
  },
)

test('SEC-05 S2.11 a changed role applies immediately in open pages, and a removed member is redirected', async () => {
  const desk = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const away = await browser.newContext({ locale: 'sk', viewport: { width: 390, height: 844 } })
  const complaints = [watchConsole(desk), watchConsole(away)]
  const id = await createTestUser(appServer, desk)
  const email = `jan-${crypto.randomUUID()}@example.com`
  await createTestUser(appServer, away, email, 'Ján Malý')
  const invitation = await callerIn(appServer, desk)('PUT', '/api/integration/user-invite', { email })
  await callerIn(appServer, away)('POST', '/api/invitation/accept', { invitation_id: invitation.data.id })

  // both have the same page open
  const [page, other] = [await desk.newPage(), await away.newPage()]
  await other.goto(`${appServer.origin}/sk/app/i/${id}/settings/team`)
  await other.getByRole('table', { name: 'Členovia' }).waitFor()
  await page.goto(`${appServer.origin}/en/app/i/${id}/settings/team`)
  const actions = page.getByRole('button', { name: 'Actions for Ján Malý' })
  expect(await other.getByRole('button', { name: 'Poslať pozvánku' }).count()).toBe(0)
  await actions.click()
  await page.getByRole('menuitemradio', { name: 'Admin' }).click()
  await page.getByText('Ján Malý is now Admin', { exact: true }).waitFor()
  await other.getByRole('button', { name: 'Poslať pozvánku' }).waitFor()

  await actions.click()
  await page.getByRole('menuitem', { name: 'Remove from workspace' }).click()
  await page
    .getByRole('dialog', { name: 'Remove Ján Malý from this workspace?' })
    .getByRole('button', { name: 'Remove from workspace' })
    .click()
  await page.getByText('Ján Malý removed from the team', { exact: true }).waitFor()
  await other.waitForURL('**/sk/app')
  await other.getByText('Už nie ste členom priestoru Green Bean.', { exact: true }).waitFor()
  await expect.poll(() => other.getByRole('link', { name: 'Green Bean' }).count()).toBe(1)
  // Their page requested once more what they can no longer access.
  const denied = /40[34]/
  expect(complaints.flat().filter((complaint) => !denied.test(complaint))).toEqual([])
  await desk.close()
  await away.close()
})
