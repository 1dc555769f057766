import { createServer } from 'node:http'
import { afterAll, expect, inject, test } from 'vitest'
import { openBrowser, watchConsole } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { createTestUser } from './test-user.ts'

/** Receives webhooks. */
const received: { event: string; signature: string }[] = []
const receiver = createServer((request, reply) => {
  let body = ''
  request.on('data', (part: Buffer) => (body += part.toString()))
  request.on('end', () => {
    // The server under test writes JSON.
    const { type } = JSON.parse(body) as { type: string }
    received.push({ event: type, signature: String(request.headers['ozvi-signature']) })
    reply.end()
  })
})
const port = inject('webhook_port')
await new Promise<void>((done) => receiver.listen(port, '127.0.0.1', done))
const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(async () => {
  await browser.close()
  receiver.close()
})

test('SEC-54 an admin creates an API key and a webhook; a call with the key reaches the webhook until the key is revoked', async () => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } })
  const complaints = watchConsole(context)
  const page = await context.newPage()
  const id = await createTestUser(appServer, context)
  await page.goto(`${appServer.origin}/en/app/i/${id}/settings/api`)
  await page.getByRole('button', { name: 'New API key' }).click()
  const keyDialog = page.getByRole('dialog', { name: 'New API key' })
  await keyDialog.getByLabel('Name').fill('Shop')
  await keyDialog.getByLabel('Contacts').selectOption('both')
  await keyDialog.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('Copy the key of “Shop” now').waitFor()
  const key = await page.getByLabel('API key', { exact: true }).innerText()

  await page.getByRole('button', { name: 'New webhook' }).click()
  const webhookDialog = page.getByRole('dialog', { name: 'New webhook' })
  await webhookDialog.getByLabel('Address').fill(`http://127.0.0.1:${port}/hook`)
  await webhookDialog.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByText('Copy the signing secret now').waitFor()

  const createContact = () =>
    fetch(`${appServer.origin}/api/integration/${id}/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({
        id: crypto.randomUUID(),
        name: 'Jana',
        email: `${crypto.randomUUID()}@example.com`,
      }),
    })
  expect((await createContact()).status).toBe(200)
  await expect.poll(() => received.map(({ event }) => event)).toEqual(['contact.created'])
  expect(received[0]?.signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
  await page.getByRole('button', { name: 'Show deliveries' }).click()
  await page.getByRole('list', { name: 'Deliveries' }).getByText('contact.created').first().click()
  await page.getByRole('button', { name: 'Send again' }).first().click()
  await expect.poll(() => received.length).toBe(2)

  await page.getByRole('button', { name: 'Revoke “Shop”' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
  await page.getByText('“Shop” was revoked', { exact: true }).waitFor()
  expect((await createContact()).status).toBe(401)
  expect(complaints).toEqual([])
})
