import { afterAll, expect, test } from 'vitest'
import { commonProduct } from './common-product.ts'
import { newPerson } from './person.ts'
import { openBrowser, watchConsole } from './product.ts'

const product = commonProduct()
const browser = await openBrowser()
afterAll(() => browser.close())

async function publicKeyOf(context: Awaited<ReturnType<typeof browser.newContext>>, id: string) {
  const headers = { accept: 'application/json' }
  const reply = await context.request.get(`${product.origin}/api/integration/${id}`, { headers })
  // What every call of the contract answers with.
  return ((await reply.json()) as { data: { public_key: string } }).data.public_key
}
/** What somebody on a page of the workspace asks of the server; the token comes with the first answer. */
async function asVisitor<T>(method: string, path: string, body: object, token = ''): Promise<T> {
  const reply = await fetch(`${product.origin}/api/visitor/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
  // As above.
  return ((await reply.json()) as { data: T }).data
}
/** The newest mail to an address, as soon as it is there. */
async function mailTo(to: string): Promise<string> {
  let text: string | undefined
  await expect
    .poll(
      async () => {
        const reply = await fetch(`${product.origin}/dev/mail.json`)
        // Our own mailbox page is the author.
        const { data } = (await reply.json()) as { data: { to: string; text: string }[] }
        text = data.find((mail) => mail.to === to)?.text
        return text
      },
      { timeout: 30_000 },
    )
    .toBeDefined()
  return text ?? ''
}

test(
  'a member writes first: to somebody on the site, who sees it at once, and to somebody with a mailbox alone',
  { timeout: 180_000 },
  async () => {
    const desk = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
    desk.setDefaultTimeout(30_000)
    const complaints = watchConsole(desk)
    const id = await newPerson(product, desk)
    const public_key = await publicKeyOf(desk, id)

    // Somebody with the chat open; opened by its own address the panel is a page.
    const street = await browser.newContext({ locale: 'en' })
    street.setDefaultTimeout(30_000)
    const theirs = watchConsole(street)
    const chat = await street.newPage()
    await chat.goto(`${product.origin}/widget/frame/${public_key}?locale=en`)
    const page = await desk.newPage()
    await page.goto(`${product.origin}/en/app/i/${id}/contacts`)
    // A click shows them beside the list, Enter leads to their page.
    await page.locator('main a[href*="/contacts/"]').first().press('Enter')
    await page.getByRole('button', { name: 'Message', exact: true }).click()
    await page.waitForURL('**/conversation/*')
    const field = page.getByRole('textbox', { name: /^Reply to/ })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.getByText('You began this conversation').waitFor()
    await field.fill('Your grinder is ready')
    await field.press('Control+Enter')
    await page.getByRole('log').getByText('Your grinder is ready').waitFor()
    await chat.getByText('Your grinder is ready').first().click()
    await chat.getByPlaceholder('Write a message…').fill('I come tomorrow')
    await chat.keyboard.press('Enter')
    await page.getByRole('log').getByText('I come tomorrow').waitFor()

    // Somebody who has left an address and no browser.
    const email = `jana-${crypto.randomUUID()}@example.com`
    const host_origin = product.origin
    const session = await asVisitor<{ token: string }>('POST', 'session', {
      public_key,
      host_origin,
      locale: 'en',
    })
    await asVisitor('PUT', 'contact', { name: 'Jana', email }, session.token)
    await asVisitor('POST', 'session/end', {}, session.token)
    await page.locator('#conversation-title').focus()
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: 'New conversation' })
    await dialog.getByRole('searchbox').fill(email)
    await dialog.getByRole('button', { name: /Jana/ }).click()
    await page.getByText('sent by e-mail').waitFor()
    await field.fill('We have found your umbrella')
    await field.press('Control+Enter')
    const mail = await mailTo(email)
    expect(mail).toContain('We have found your umbrella')
    const back = /https?:\/\/\S+\/widget\/frame\/\S+/.exec(mail)?.[0] ?? ''
    const home = await browser.newContext({ locale: 'en' })
    home.setDefaultTimeout(30_000)
    const hers = watchConsole(home)
    const panel = await home.newPage()
    await panel.goto(back)
    await panel.getByText('We have found your umbrella').first().waitFor()
    expect(panel.url()).not.toContain('#')
    await panel.getByPlaceholder('Write a message…').fill('Thank you, it is mine')
    await panel.keyboard.press('Enter')
    await page.getByRole('log').getByText('Thank you, it is mine').waitFor()
    expect([complaints, theirs, hers].map((each) => [...each])).toEqual([[], [], []])
    for (const context of [desk, street, home]) await context.close()
  },
)
