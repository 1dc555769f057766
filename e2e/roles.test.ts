import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { openBrowser, watchConsole } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { pressUntil } from './press-until.ts'
import { createRoleTeam, roles } from './role-team.ts'
import { callerIn, createTestUser } from './test-user.ts'

/*
 * A day of each role in one workspace: what the role allows works, what it doesn't allow isn't offered. One
 * file, because each test continues with the results of the previous ones.
 */

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())
const { team, base, conversations } = await createRoleTeam(appServer, browser)
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const isOffered = async (page: Page, name: string | RegExp) =>
  (await page.getByRole('button', { name, exact: true }).count()) > 0

test('an owner’s day: renames the workspace, can delete it, and can change every member', async () => {
  const { page, complaints } = team.owner
  await page.goto(`${base}/settings/general`)
  await heading(page, 'General')
  await page.getByLabel('Name', { exact: true }).first().fill('Green Bean Roasters')
  await page.getByRole('button', { name: 'Save changes' }).first().click()
  await page.getByText('Changes saved', { exact: true }).waitFor()
  expect(await isOffered(page, /^Delete/)).toBe(true)
  await page.goto(`${base}/settings/team`)
  const members = page.getByRole('table', { name: 'Members' })
  for (const role of roles.slice(1))
    await members.getByRole('button', { name: `Actions for Member ${role}` }).waitFor()
  expect(complaints).toEqual([])
})

test('an admin’s day: invites someone, sees it in the audit log, and can’t delete the workspace', async () => {
  const { page, complaints } = team.admin
  await page.goto(`${base}/settings/team`)
  await page.getByLabel('Email address', { exact: true }).fill('newcomer@green-bean.example')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('Invitation sent to newcomer@green-bean.example', { exact: true }).waitFor()
  await page.goto(`${base}/settings/audit-log`)
  await page.getByText('newcomer@green-bean.example').first().waitFor()
  await page.goto(`${base}/settings/general`)
  await page.getByLabel('Website', { exact: true }).fill('https://roasters.example')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Changes saved', { exact: true }).waitFor()
  expect(await isOffered(page, /^Delete/)).toBe(false)
  expect(complaints).toEqual([])
})

test('an editor’s day: writes canned replies, tests a rule, and sees the workspace settings read-only', async () => {
  const { page, complaints } = team.editor
  await page.goto(`${base}/settings/replies`)
  await page.getByRole('button', { name: 'New reply' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title', { exact: true }).fill('Opening hours')
  await dialog.getByLabel('Shortcut', { exact: true }).fill('hours')
  await dialog.getByLabel('Text', { exact: true }).fill('We are open from nine to five, on Sundays too.')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('/hours', { exact: true }).waitFor()
  await page.goto(`${base}/settings/rules`)
  await page.getByRole('link', { name: 'New rule' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Sunday questions')
  await page.getByRole('button', { name: 'Add condition' }).click()
  await page.getByRole('menuitem', { name: 'Message contains any of these words' }).click()
  await page.getByRole('textbox', { name: 'Message contains any of these words' }).fill('SUNDAY')
  await page.getByRole('button', { name: 'Add action' }).click()
  await page.getByRole('menuitem', { name: 'Set priority' }).click()
  await page.getByRole('button', { name: 'Test on past conversations' }).click()
  await page.getByText(/^Would have run in \d+ of the last \d+ conversations?$/).waitFor()
  await page.getByRole('link', { name: /^#1 / }).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('link', { name: 'Sunday questions', exact: true }).waitFor()
  await page.getByText('Hasn’t run in the last 30 days', { exact: true }).waitFor()
  await page.goto(`${base}/settings/general`)
  await page.getByText('You have view-only access to these settings.').first().waitFor()
  expect(await isOffered(page, 'Save changes')).toBe(false)
  await page.goto(`${base}/settings/team`)
  await page.getByRole('table', { name: 'Members' }).waitFor()
  expect(await isOffered(page, 'Send invitation')).toBe(false)
  expect(complaints).toEqual([])
})

test('an agent’s day by keyboard: takes a conversation, sends a canned reply, resolves it', async () => {
  const { page, complaints } = team.agent
  await page.goto(`${base}/conversation/${conversations[0]}`)
  await page.getByText('Question 1: is the shop open on Sunday?').first().waitFor()
  const taken = page.getByText(/^You took this/).first()
  await pressUntil(page, 'i', () => taken.isVisible())
  await page.keyboard.press('r')
  const reply = page.getByRole('textbox', { name: /^Reply to/ })
  await expect.poll(() => reply.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('/hours')
  await page.getByRole('option', { name: /Opening hours/ }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => reply.inputValue()).toContain('nine to five')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => reply.inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await page.getByText('Conversation resolved', { exact: true }).waitFor()
  expect(complaints).toEqual([])
})

test('S6.02 an agent’s suggestion from a conversation is shared once an editor has accepted it, and the agent is notified immediately', async () => {
  const { page, complaints } = team.agent
  await page.goto(`${base}/conversation/${conversations[0]}`)
  // Delayed for a moment, because its customer is away.
  const message = page.locator('[data-seq]', { hasText: 'nine to five' }).last()
  await message.getByRole('button', { name: 'Message actions', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Suggest as canned reply', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Suggest as canned reply' })
  await dialog.getByLabel('Title', { exact: true }).fill('Open on Sundays')
  await dialog.getByLabel('Shortcut', { exact: true }).fill('sunday')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })

  const { page: desk } = team.editor
  await desk.goto(`${base}/settings/replies`)
  await desk.getByRole('heading', { name: 'Pending suggestions (1)', exact: true }).waitFor()
  // Shown for some seconds only.
  const acceptedToast = (name: string) =>
    page.getByText(`Member editor accepted your suggestion: ${name}`).first().waitFor()
  await Promise.all([
    acceptedToast('Open on Sundays'),
    desk.getByRole('button', { name: 'Accept Open on Sundays', exact: true }).click(),
  ])
  await desk.getByRole('button', { name: 'Edit Open on Sundays', exact: true }).waitFor()
  await page.getByRole('textbox', { name: /^Reply to/ }).fill('/sunday')
  await page.getByRole('option', { name: /Open on Sundays/ }).waitFor()
  await page.getByRole('textbox', { name: /^Reply to/ }).fill('')

  await page.getByRole('button', { name: 'Suggest answer', exact: true }).click()
  const answering = page.getByRole('dialog', { name: 'Suggest answer' })
  expect(await answering.getByLabel('Question', { exact: true }).inputValue()).toContain('open on Sunday?')
  expect(await answering.getByLabel('Answer', { exact: true }).inputValue()).toContain('nine to five')
  await answering.getByRole('button', { name: 'Suggest', exact: true }).click()
  await answering.waitFor({ state: 'hidden' })
  await desk.getByRole('link', { name: /^Data sources 1 pending suggestion$/ }).click()
  await Promise.all([
    acceptedToast('Question 1'),
    desk.getByRole('button', { name: /^Accept Question 1: is the shop open on Sunday/ }).click(),
  ])
  await desk.getByRole('link', { name: 'Saved answers', exact: true }).click()
  await desk.getByText('Question 1: is the shop open on Sunday').first().waitFor()
  expect([...complaints, ...team.editor.complaints]).toEqual([])
})

test('a draft continues on another device, also offline, and a teammate takes it over', async () => {
  const { page: desk, context } = team.agent
  const elsewhere = await browser.newContext({ locale: 'en', viewport: { width: 390, height: 844 } })
  await elsewhere.addCookies(await context.cookies())
  const phone = await elsewhere.newPage()
  const replyOn = (page: Page) => page.getByRole('textbox', { name: /^Reply to/ })
  const noteOn = (page: Page) => page.getByRole('textbox', { name: 'Note to the team', exact: true })
  const mode = (page: Page, name: string) =>
    page.getByRole('radio', { name, exact: true }).check({ force: true })
  const address = `${base}/conversation/${conversations[1]}`
  const open = async (page: Page) => {
    await page.goto(address)
    await replyOn(page).waitFor()
  }
  await open(desk)
  await replyOn(desk).fill('We are open')
  await desk.keyboard.press('Escape')
  const { page: owner, complaints } = team.owner
  await Promise.all([open(phone), open(owner)])
  await expect.poll(() => replyOn(phone).inputValue()).toBe('We are open')

  await elsewhere.setOffline(true)
  await replyOn(phone).fill('We are open on Sunday')
  await mode(phone, 'Note')
  await noteOn(phone).fill('He asked twice')
  await elsewhere.setOffline(false)
  await expect.poll(() => replyOn(desk).inputValue()).toBe('We are open on Sunday')
  await mode(desk, 'Note')
  await expect.poll(() => noteOn(desk).inputValue()).toBe('He asked twice')

  await owner.getByRole('button', { name: /^Member agent has a draft: We are open on Sunday$/ }).click()
  await owner.getByText('We are open on Sunday', { exact: true }).waitFor()
  await owner.getByRole('button', { name: 'Take over Member agent’s draft', exact: true }).click()
  await expect.poll(() => replyOn(owner).inputValue()).toBe('We are open on Sunday')
  await phone.getByText('Olga owner took over your draft.', { exact: true }).waitFor()
  await mode(phone, 'Reply')
  await expect.poll(() => replyOn(phone).inputValue()).toBe('')
  expect(complaints).toEqual([])
  await elsewhere.close()
})

test('an attachment of a draft survives a reload, also if it was attached offline, and is sent with its message', async () => {
  const { page, context, complaints } = team.agent
  const open = async (on: Page) => {
    await on.goto(`${base}/conversation/${conversations[1]}`)
    const choice = on.getByRole('radio', { name: 'Note', exact: true })
    // A click while the composer is rendered again can be lost.
    const choose = async () => {
      await choice.check({ force: true, timeout: 5_000 }).catch(() => undefined)
      return choice.isChecked()
    }
    await expect.poll(choose, { timeout: 30_000 }).toBe(true)
  }
  const note = page.getByRole('textbox', { name: 'Note to the team', exact: true })
  // Writing loads the code for attaching files.
  const needed = page.waitForResponse(/\/attaching-/)
  await open(page)
  await note.focus()
  await (await needed).finished()
  const chooser = page.waitForEvent('filechooser')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Attach files', exact: true }).click()
  await (
    await chooser
  ).setFiles({
    name: 'hours.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Nine to five'),
  })
  const tray = page.getByRole('list', { name: 'Attachments' })
  await tray.getByText('Will be sent with the message', { exact: true }).waitFor()
  await context.setOffline(false)
  // Messages of the browser about the interrupted connection.
  complaints.length = 0
  await open(page)
  await tray.getByText('hours.txt', { exact: true }).waitFor()
  const tab = await context.newPage()
  await open(tab)
  const there = tab.getByRole('list', { name: 'Attachments' })
  await there.waitFor()
  await note.focus()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('link', { name: /Download.*hours\.txt/ }).waitFor()
  await Promise.all([tray.waitFor({ state: 'hidden' }), there.waitFor({ state: 'hidden' })])
  await tab.close()
  await open(page)
  await page.getByRole('link', { name: /Download.*hours\.txt/ }).waitFor()
  expect(await tray.count()).toBe(0)
  expect(complaints).toEqual([])
})

test('a viewer’s day: reads conversations and reports, and has no way to change anything', async () => {
  const { page, complaints } = team.viewer
  await page.goto(`${base}/conversation/${conversations[0]}`)
  await page.getByText('We are open from nine to five, on Sundays too.').last().waitFor()
  await page.getByText('Your role can view conversations but not reply.').waitFor()
  expect(await page.getByRole('textbox', { name: /^Reply to/ }).count()).toBe(0)
  expect(await isOffered(page, 'Resolve')).toBe(false)
  await page.goto(`${base}/contacts`)
  await heading(page, 'Contacts')
  expect(await page.getByRole('link', { name: 'Export CSV' }).count()).toBe(0)
  await page.goto(base)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(complaints).toEqual([])
})

test('SEC-05 the inbox is rendered before scripts load, only for its team, and text typed until then isn’t lost', async () => {
  const { context } = team.agent
  const html = async (one: BrowserContext, path: string) => (await one.request.get(base + path)).text()
  // On a busy machine the browser may load the data.
  await expect.poll(() => html(context, '/conversation')).toContain('Question 2: is the shop open on Sunday?')
  const otherUserContext = await browser.newContext()
  await createTestUser(appServer, otherUserContext)
  expect(await html(otherUserContext, '/conversation')).not.toContain('is the shop open')
  expect(await html(otherUserContext, `/conversation/${conversations[0]}`)).not.toContain('is the shop open')
  await otherUserContext.close()

  // A service worker would serve the scripts.
  const session = await context.storageState()
  const newcomer = await browser.newContext({ locale: 'en', storageState: session, serviceWorkers: 'block' })
  const page = await newcomer.newPage()
  const complaints = watchConsole(newcomer)
  const releases: (() => void)[] = []
  let isHeld = true
  await page.route('**/assets/*.js', async (route) => {
    if (isHeld) await new Promise<void>((resolve) => releases.push(resolve))
    await route.continue()
  })
  await expect
    .poll(async () => {
      await page.goto(`${base}/conversation/${conversations[0]}`, { waitUntil: 'commit' })
      return page.getByRole('log').getByText('Question 1: is the shop open on Sunday?').count()
    })
    .toBeGreaterThan(0)
  await page.getByRole('radio', { name: 'Note', exact: true }).check({ force: true })
  await page.locator('#composer').fill('Yes, from nine')
  isHeld = false
  for (const go of releases.splice(0)) go()
  const note = page.getByRole('textbox', { name: 'Note to the team', exact: true })
  await note.waitFor()
  expect(await note.inputValue()).toBe('Yes, from nine')
  await note.press('Enter')
  await page.getByRole('log').getByText('Yes, from nine', { exact: true }).waitFor()
  expect(await note.inputValue()).toBe('')
  expect(await page.locator('title').count()).toBe(1)
  expect(complaints.filter((one) => !one.includes('registration blocked by Playwright'))).toEqual([])
  await newcomer.close()
})

test('S6.02 an agent whose access is limited to their own conversations immediately sees no others, even open ones, and sees newly assigned ones', async () => {
  const { page, context } = team.agent
  const path = `/conversation/${conversations[1]}`
  await page.goto(base + path)
  const reply = page.getByRole('textbox', { name: /^Reply to/ })
  await reply.fill('One moment, please')
  const { page: desk, context: owners } = team.owner
  await desk.goto(`${base}/settings/team`)
  await desk.getByRole('button', { name: 'Actions for Member agent', exact: true }).click()
  await desk.getByRole('menuitemradio', { name: 'Only their own', exact: true }).click()
  const members = desk.getByRole('table', { name: 'Members' })
  await members.getByText('Can see only their own conversations', { exact: true }).waitFor()

  await page.getByText('You don’t have access to this conversation', { exact: true }).waitFor()
  await page.getByText('One moment, please', { exact: true }).waitFor()
  await page.getByText(/^You see conversations assigned to you/).waitFor()
  await expect.poll(() => page.locator(`[data-conversation="${conversations[1]}"]`).count()).toBe(0)
  const html = await (await context.request.get(base + path)).text()
  expect(html).not.toContain('Question 2: is the shop open')

  const workspace = base.split('/').at(-1) ?? ''
  const { data } = await callerIn(appServer, context)('PUT', `/api/integration/${workspace}/member`, {})
  // Returned by the route.
  const { user_id: assignee_id } = data as unknown as { user_id: string }
  await callerIn(appServer, owners)('POST', `/api/integration/${workspace}${path}/assign`, { assignee_id })
  await page.locator(`[data-conversation="${conversations[1]}"]`).waitFor()
  await expect.poll(() => reply.inputValue()).toBe('One moment, please')
  await reply.fill('')
  await callerIn(appServer, owners)(
    'PUT',
    `/api/integration/${workspace}/member/${assignee_id}/work-settings`,
    {
      conversation_access: 'all',
    },
  )
})

test('SEC-05 an agent’s last day: removed while typing, they are notified and can copy their text', async () => {
  const { page, context } = team.agent
  await page.goto(`${base}/conversation/${conversations[1]}`)
  const reply = page.getByRole('textbox', { name: /^Reply to/ })
  await reply.waitFor()
  await page.waitForLoadState('networkidle')
  await reply.fill('We are, from nine to five. Shall I')
  const workspace = base.split('/').at(-1) ?? ''
  const ownUser = await context.request.get(`${appServer.origin}/api/user`)
  // Returned by the route.
  const { id } = ((await ownUser.json()) as { data: { id: string } }).data
  await callerIn(appServer, team.owner.context)('DELETE', `/api/integration/${workspace}/member/${id}`, {
    reassign_to: null,
  })
  await page.getByRole('heading', { name: /^You no longer have access to Green Bean/ }).waitFor()
  await page.reload()
  await page.getByText('We are, from nine to five. Shall I', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Copy', exact: true }).first().waitFor()
  const notFound = await context.request.get(
    `${appServer.origin}/api/integration/${workspace}/conversation/${conversations[1]}/message`,
  )
  expect(notFound.status()).toBe(404)
  await page.getByRole('button', { name: /^Dismiss notice about/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await page.getByText('We are, from nine to five. Shall I', { exact: true }).count()).toBe(0)
})
