import { afterAll, expect, test, vi } from 'vitest'
import type { Page } from 'playwright-core'
import { callerIn, createTestUser } from './test-user.ts'
import { commonAppServer } from './common-app-server.ts'
import { openBrowser, watchConsole } from './app-server.ts'

const appServer = commonAppServer()
const browser = await openBrowser()
afterAll(() => browser.close())

/** Creates conversations that wait for the team, from one visitor. */
async function writeIn(public_key: string, count: number) {
  let token = ''
  const call = async (path: string, body: object) => {
    const reply = await fetch(`${appServer.origin}/api/visitor${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
    // What every call of the contract answers with.
    return ((await reply.json()) as { data: { token: string } }).data
  }
  const locale = 'en'
  token = (await call('/session', { public_key, host_origin: appServer.origin, locale })).token
  for (let number = 1; number <= count; number += 1) {
    const path = `/conversation/${crypto.randomUUID()}`
    await call(`${path}/message`, { id: crypto.randomUUID(), body: `Question ${number}`, locale })
    await call(`${path}/hand-over`, {})
  }
}

/** A signed-in desk with conversations. */
async function openDesk(count: number, viewport = { width: 1440, height: 900 }) {
  const desk = await browser.newContext({ locale: 'en', viewport })
  const complaints = watchConsole(desk)
  const id = await createTestUser(appServer, desk)
  const api = callerIn(appServer, desk)
  const reply = await desk.request.get(`${appServer.origin}/api/integration/${id}`, {
    headers: { accept: 'application/json' },
  })
  // As above.
  const { data } = (await reply.json()) as { data: { public_key: string } }
  await writeIn(data.public_key, count)
  return { desk, complaints, id, api, root: `${appServer.origin}/en/app/i/${id}` }
}
const rowAtFocus = (page: Page) =>
  page.evaluate(() =>
    document.activeElement?.closest('[data-conversation]')?.getAttribute('data-conversation'),
  )

test(
  '20 conversations are triaged by keyboard alone, with at most 3 keys each',
  { timeout: 60_000 },
  async () => {
    const { desk, complaints, root } = await openDesk(20)
    const page = await desk.newPage()
    await page.goto(`${root}/conversation`)
    const sidebar = page.getByRole('navigation', { name: 'Workspace' })
    await sidebar.getByRole('link', { name: 'All open 20' }).waitFor()
    const keysOf = [['e'], ['i', 'j'], ['z', 'Enter'], ['p', 'Enter', 'j'], ['!']]
    await page.keyboard.press('j')
    let pressed = 0
    for (let nth = 0; nth < 20; nth += 1) {
      await vi.waitFor(async () => expect(await rowAtFocus(page)).toBeTruthy(), 5_000)
      const row = await rowAtFocus(page)
      const keys = keysOf[nth % keysOf.length] ?? []
      for (const key of keys) {
        if (key === 'Enter') await page.getByRole('combobox').waitFor()
        if (key === 'j') await page.getByRole('dialog').waitFor({ state: 'hidden' })
        await page.keyboard.press(key)
        pressed += 1
      }
      expect(keys.length).toBeLessThanOrEqual(3)
      // The last one may stay in the list.
      if (nth < 19) await vi.waitFor(async () => expect(await rowAtFocus(page)).not.toBe(row), 5_000)
    }
    expect(pressed / 20).toBeLessThanOrEqual(3)
    await sidebar.getByRole('link', { name: 'All open 8' }).waitFor()
    await sidebar.getByRole('link', { name: 'Mine 4' }).click()
    await page.getByRole('button', { name: /^Inbox: Mine/ }).waitFor()
    await expect.poll(() => page.locator('[data-conversation]').count()).toBe(4)
    await sidebar.getByRole('button', { name: 'More views' }).click()
    for (const view of ['Snoozed 4', 'Resolved 4', 'Spam 4'])
      await sidebar.getByRole('link', { name: view }).waitFor()
    expect(complaints).toEqual([])
    await desk.close()
  },
)
