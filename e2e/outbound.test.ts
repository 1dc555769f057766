import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTestUser, callAsVisitor, publicKeyOf } from './test-user.ts'
import { openBrowser, startAppServer, watchConsole } from './app-server.ts'

// A server whose clock can be set ahead, because replies are emailed after minutes.
const folder = mkdtempSync(path.join(tmpdir(), 'ozvi-clock-'))
const clock = path.join(folder, 'ahead_ms')
const later = (ms: number) => writeFileSync(clock, String(ms))
later(0)
const first = path.join(import.meta.dirname, '../server/test/chaos/clock.ts')
const appServer = await startAppServer({ NODE_OPTIONS: `--import=${first}`, CHAOS_CLOCK: clock })
const browser = await openBrowser()
afterAll(async () => {
  await browser.close()
  await appServer.stop()
  rmSync(folder, { recursive: true })
})

/** The newest email to an address, once it has arrived. */
async function mailTo(to: string): Promise<string> {
  let text: string | undefined
  await expect
    .poll(
      async () => {
        const reply = await fetch(`${appServer.origin}/dev/mail.json`)
        // Written by our own mailbox page.
        const { data } = (await reply.json()) as { data: { to: string; text: string }[] }
        text = data.find((mail) => mail.to === to)?.text
        return text
      },
      { timeout: 90_000 },
    )
    .toBeDefined()
  return text ?? ''
}

test(
  'a member writes first: an online contact sees it immediately, a contact with only an email address gets an email, and a contact who left gets a link to the reply',
  { timeout: 300_000 },
  async () => {
    const desk = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
    const complaints = watchConsole(desk)
    const id = await createTestUser(appServer, desk)
    const public_key = await publicKeyOf(appServer, desk, id)

    // A visitor with the chat open; at its own URL the panel is a page.
    const street = await browser.newContext({ locale: 'en' })
    const streetComplaints = watchConsole(street)
    const chat = await street.newPage()
    await chat.goto(`${appServer.origin}/widget/frame/${public_key}?locale=en`)
    const page = await desk.newPage()
    await page.goto(`${appServer.origin}/en/app/i/${id}/contacts`)
    // A click shows the contact next to the list, Enter opens the page.
    await page.locator('main a[href*="/contacts/"]').first().press('Enter')
    await page.getByRole('button', { name: 'Message', exact: true }).click()
    await page.waitForURL('**/conversation/*')
    const field = page.getByRole('textbox', { name: /^Reply to/ })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.getByText('You started this conversation').waitFor()
    await field.fill('Your grinder is ready')
    await field.press('Control+Enter')
    const log = page.getByRole('log')
    await log.getByText('Your grinder is ready').waitFor()
    await chat.getByText('Your grinder is ready').first().click()
    await chat.getByPlaceholder('Write a message…').fill('I come tomorrow')
    await chat.keyboard.press('Enter')
    await log.getByText('I come tomorrow').waitFor()

    // They leave an address and then the site.
    const email = `eva-${crypto.randomUUID()}@example.com`
    await chat.getByLabel('Email').fill(email)
    await chat.getByRole('button', { name: 'Save', exact: true }).click()
    await chat.getByText(`We’ll reply to ${email}`).waitFor()
    await chat.close()
    await page.getByText(`Replies are emailed to ${email} after 2 minutes, as a link.`).waitFor()
    await field.fill('Please bring the old burrs')
    await field.press('Control+Enter')
    await log.getByText('Please bring the old burrs').waitFor()

    // A contact with an address and without a browser.
    const other = `jana-${crypto.randomUUID()}@example.com`
    const host_origin = appServer.origin
    const session = await callAsVisitor<{ token: string }>(appServer, 'POST', 'session', {
      public_key,
      host_origin,
      locale: 'en',
    })
    await callAsVisitor(appServer, 'PUT', 'contact', { name: 'Jana', email: other }, session.token)
    await callAsVisitor(appServer, 'POST', 'session/end', {}, session.token)
    const theirPage = page.url()
    await page.locator('#conversation-title').focus()
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: 'New conversation' })
    await dialog.getByRole('searchbox').fill(other)
    await dialog.getByRole('button', { name: /Jana/ }).click()
    await page.getByText('sent by email').waitFor()
    await field.fill('We have found your umbrella')
    await field.press('Control+Enter')
    await log.getByText('We have found your umbrella').waitFor()
    // Both are delayed by five seconds, because the customer isn't online.
    const isSent = async (address: string, body: string) => {
      const conversation_id = new URL(address).pathname.split('/').at(-1) ?? ''
      const messagesUrl = `${appServer.origin}/api/integration/${id}/conversation/${conversation_id}/message`
      const reply = await desk.request.get(messagesUrl, { headers: { accept: 'application/json' } })
      return (await reply.text()).includes(body)
    }
    await expect.poll(() => isSent(theirPage, 'burrs'), { timeout: 30_000 }).toBe(true)
    await expect.poll(() => isSent(page.url(), 'umbrella'), { timeout: 30_000 }).toBe(true)

    later(5 * 60_000)
    expect(await mailTo(other)).not.toContain('umbrella')
    await page.goto(theirPage)
    await log.getByText(`a link to the reply was emailed to ${email}`).waitFor({ timeout: 90_000 })
    const mailbox = await desk.newPage()
    await mailbox.goto(`${appServer.origin}/dev/mail`)
    const mail = mailbox.getByRole('article').filter({ hasText: email })
    await mail.getByRole('heading', { name: 'A message from a website you visited' }).waitFor()
    expect(await mail.innerText()).not.toContain('burrs')
    const link = (await mail.getByRole('link', { name: '/widget/frame/' }).getAttribute('href')) ?? ''

    // In another browser: only the reply and a reply box.
    const home = await browser.newContext({ locale: 'en' })
    const visitorConsole = watchConsole(home)
    const panel = await home.newPage()
    await panel.goto(link)
    await panel.getByText('Please bring the old burrs').waitFor()
    expect(panel.url()).not.toContain('#')
    expect(await panel.locator('body').innerText()).not.toMatch(/grinder|tomorrow/)
    await panel.getByPlaceholder('Write a message…').fill('I have thrown them away')
    await panel.keyboard.press('Enter')
    await panel.getByRole('log').getByText('I have thrown them away').waitFor()
    await log.getByText('I have thrown them away').waitFor()
    await log.getByText('Sent from the link in an email').waitFor()
    // In the original browser: the whole conversation, in the chat.
    const secondPage = await street.newPage()
    await secondPage.goto(link)
    for (const body of ['Your grinder is ready', 'I come tomorrow', 'I have thrown them away'])
      await secondPage.getByRole('log').getByText(body).waitFor()
    await secondPage.getByPlaceholder('Write a message…').fill('See you then')
    await secondPage.keyboard.press('Enter')
    await log.getByText('See you then').waitFor()
    expect([complaints, streetComplaints, visitorConsole].map((each) => [...each])).toEqual([[], [], []])
    for (const context of [desk, street, home]) await context.close()
  },
)
