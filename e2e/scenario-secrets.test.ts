import { afterAll, expect, test } from 'vitest'
import { openBrowser, watchConsole } from './app-server.ts'
import { commonAppServer } from './common-app-server.ts'
import { callerIn, createTestUser } from './test-user.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

test(
  'S2.09 a key in a header is saved as a secret, completed by keyboard in another, and never shown again',
  { timeout: 60_000 },
  async () => {
    const context = await browser.newContext({ locale: 'en', viewport: { width: 900, height: 900 } })
    const complaints = watchConsole(context)
    const id = await createTestUser(appServer, context)
    const scenario = crypto.randomUUID()
    await callerIn(appServer, context)('PUT', `/api/integration/${id}/scenario/${scenario}`, {
      name: 'Order status',
      flow: {
        trigger: { kind: 'manual' },
        locales: ['en'],
        start_step_id: 'call',
        steps: [
          {
            id: 'call',
            kind: 'http_request',
            url: 'https://shop.example/order',
            headers: [{ name: 'Authorization', value: 'Bearer sk_live_0123456789' }],
            ok: 'end',
            failed: 'end',
          },
          { id: 'end', kind: 'end' },
        ],
      },
    })
    const page = await context.newPage()
    await page.goto(`${appServer.origin}/en/app/i/${id}/scenario/${scenario}`)
    await page.getByRole('button', { name: '1 problem' }).click()
    await page.getByRole('button', { name: /A header shows a key/ }).click()
    const panel = page.getByRole('dialog').first()
    await panel.getByRole('button', { name: 'Save as secret' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save as secret' })
    await dialog.getByLabel('Name').fill('shop')
    await dialog.getByRole('button', { name: 'Save secret' }).click()
    await expect.poll(() => panel.getByLabel('Header 1: value').inputValue()).toBe('Bearer {{secrets.shop}}')
    await panel.getByText('Everyone in the workspace can read this key.').waitFor({ state: 'detached' })

    await panel.getByRole('button', { name: 'Add header' }).click()
    await panel.getByLabel('Header 2: name').fill('X-Shop')
    await panel.getByLabel('Header 2: value').pressSequentially('{{sho')
    await panel.getByRole('option', { name: 'secrets.shop' }).waitFor()
    await page.keyboard.press('Enter')
    expect(await panel.getByLabel('Header 2: value').inputValue()).toBe('{{secrets.shop}}')

    await panel.getByRole('button', { name: 'Secrets' }).click()
    const secrets = page.getByRole('dialog', { name: 'Secrets' })
    await secrets.getByText('https://shop.example').waitFor()
    await secrets.getByText('Used in Order status').waitFor()
    expect(await page.content()).not.toContain('sk_live')
    expect(complaints).toEqual([])
    await context.close()
  },
)
