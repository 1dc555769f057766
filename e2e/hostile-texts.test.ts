import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pages } from '../app/src/pages.ts'
import { commonAppServer } from './common-app-server.ts'
import { attempts, evilHost, type HostileWorkspace, seedHostileTexts } from './hostile-texts.ts'
import { openBrowser } from './app-server.ts'
import { sendPayloads } from './hostile-carriers.ts'
import { payloads } from './hostile-payloads.ts'

/*
 * No user input becomes a script. The browser ignores the Content-Security-Policy here, so that only the pages
 * themselves prevent these texts from running.
 */

const appServer = commonAppServer()
const browser = await openBrowser()
let context: BrowserContext
let page: Page
let workspace: HostileWorkspace
/** Scripts that ran, dialogs that opened and requests to `evilHost`, on any page and in any frame. */
const ran: string[] = []

beforeAll(async () => {
  context = await browser.newContext({
    locale: 'en',
    viewport: { width: 1440, height: 900 },
    bypassCSP: true,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await context.exposeFunction('ran', (what: unknown) => void ran.push(String(what)))
  context.on('dialog', (dialog) => {
    ran.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await context.route(`https://${evilHost}/**`, (route) => {
    ran.push(`request: ${route.request().url()}`)
    return route.abort()
  })
  page = await context.newPage()
  workspace = await seedHostileTexts(appServer, context)
})
afterAll(() => browser.close())
beforeEach(() => void (ran.length = 0))

/** Elements that none of our pages renders: an inline event handler, or a link that is a script. */
const findMarkup = (page: Page) =>
  Promise.all(
    page
      .frames()
      .map((frame) =>
        frame.evaluate(() =>
          [...document.querySelectorAll('*')]
            .filter(({ attributes }) =>
              [...attributes].some(
                ({ name, value }) =>
                  /^on|^srcdoc$/i.test(name) ||
                  (/^(href|src|xlink:href|action|formaction|data)$/i.test(name) &&
                    /^\s*(javascript|vbscript|data:text)/i.test(value)),
              ),
            )
            .map(({ outerHTML }) => outerHTML.slice(0, 200)),
        ),
      ),
  ).then((found) => found.flat())

/** Waits until a script that is really in the page has run, so that earlier ones would have run, too. */
async function expectNothingRan(where: string) {
  expect(await findMarkup(page), where).toEqual([])
  await page.evaluate(() => {
    const box = document.createElement('div')
    box.innerHTML = `<img src="data:," onerror="ran('control');this.remove()">`
    document.body.append(box)
  })
  await expect.poll(() => ran, { message: where }).toContain('control')
  expect(ran, where).toEqual(['control'])
  ran.length = 0
}
const showsText = () => document.body.innerText.includes('ran(')

/** Opens a page of the product that shows at least one of the texts. */
async function openAndCheck(path: string) {
  await page.goto(appServer.origin + path)
  await page.waitForFunction(showsText).catch((error: Error) => {
    throw new Error(`${path} shows no hostile text: ${error.message}`)
  })
  await expectNothingRan(path)
}

test('SEC-29 each payload runs in a browser if its text becomes markup', async () => {
  await page.setContent(`<p title="x">${attempts.picture}${attempts.details}${attempts.drawing}`)
  await expect.poll(() => ran.toSorted()).toEqual(['1', '3', '5'])
  await page.setContent(attempts.frame)
  await expect.poll(() => ran).toContain('6')
  await page.setContent(attempts.script)
  await expect.poll(() => ran).toContain('2')
  await page.setContent(attempts.code)
  await expect.poll(() => ran).toContain('7')
  await page.setContent('<a href="javascript:ran(4)">a</a>')
  expect(await findMarkup(page)).toHaveLength(1)
  ran.length = 0
  await page.setContent(attempts.beacon)
  await expect.poll(() => ran).toEqual([`request: https://${evilHost}/2`])
})

test('SEC-29 SEC-40 hostile names, messages, files and pages run and request nothing on any dashboard screen', async () => {
  const { id, contact_id, conversation_id, source_id, item_id, rule_id, scenario_id } = workspace
  const ids: Record<string, string> = {
    integrationId: id,
    id: conversation_id,
    uuid: contact_id,
    sourceId: source_id,
    itemId: item_id,
    ruleId: rule_id,
    scenarioId: scenario_id,
  }
  const fill = (path: string) =>
    path.replace('/:step?', '').replace(/:(\w+)/g, (_, name: string) => {
      const value = ids[name]
      if (!value) throw new Error(`no value for ${name} of ${path}`)
      return value
    })
  // The workspace's name is in the navigation of each of its pages.
  for (const { path, access } of pages)
    if (access === 'member' && path.startsWith('app')) await openAndCheck(`/en/${fill(path)}`)
  await openAndCheck(`/en/app/i/${id}/contacts?view=online`)
  // Slovak screens share their components; those with the most user input are opened in Slovak as well.
  for (const path of [`conversation/${conversation_id}`, `contacts/${contact_id}`])
    await openAndCheck(`/sk/app/i/${id}/${path}`)
}, 240_000)

/**
 * Waits until the page has shown most of the payloads, and checks that none of them ran. Scrolls a list that
 * renders only the rows in view.
 */
async function expectPayloads(where: string) {
  const readAndScroll = () => {
    const texts = [...document.querySelectorAll<HTMLElement>('body, input, textarea')].map((element) =>
      'value' in element ? String(element.value) : element.innerText,
    )
    document.querySelector('main [data-virtual-list]')?.scrollBy(0, 400)
    return texts.join(' ').match(/ran\(1\d\d\)/g) ?? []
  }
  const shown = new Set<string>()
  const countShown = async () => {
    for (const text of await page.evaluate(readAndScroll)) shown.add(text)
    return shown.size
  }
  await expect.poll(countShown, { message: where, timeout: 20_000 }).toBeGreaterThanOrEqual(60)
  await expectNothingRan(where)
}

/** Waits until the page shows each payload as text, and checks that none of them ran. */
async function expectEveryPayload(where: string) {
  const visible = (text: string) => text.replace(/[\s\p{Cc}\p{Cf}]/gu, '')
  const findMissing = async () => {
    const text = visible(await page.locator('main').innerText())
    return payloads.filter((payload) => !text.includes(visible(payload)))
  }
  await expect.poll(findMissing, { message: where, timeout: 20_000 }).toEqual([])
  await expectNothingRan(where)
}

test('SEC-29 names of people and workspaces run nothing in HTML emails', async () => {
  const reply = await context.request.get(`${appServer.origin}/dev/mail.json`)
  const mails = ((await reply.json()) as { data: { to: string; html: string }[] }).data.filter(({ to }) =>
    workspace.mailed.includes(to),
  )
  expect(mails.map(({ to }) => to)).toEqual(expect.arrayContaining(workspace.mailed))
  for (const { to, html } of mails) {
    await page.setContent(html)
    await expectNothingRan(`the mail to ${to}`)
  }
})

test('SEC-29 exports with hostile texts are downloaded, not displayed', async () => {
  const { id, contact_id } = workspace
  for (const path of [
    'contact-export',
    `contact/${contact_id}/data`,
    'audit-log-export',
    'report-export?by=tag&days=7',
  ]) {
    const reply = await context.request.get(`${appServer.origin}/api/integration/${id}/${path}`)
    expect(reply.status(), path).toBe(200)
    expect(reply.headers(), path).toMatchObject({
      'content-type': expect.stringMatching(/^(text\/csv|application\/zip)/),
      'content-disposition': expect.stringMatching(/^attachment/),
      'x-content-type-options': 'nosniff',
    })
  }
})

test('SEC-29 SEC-40 hostile texts run and request nothing in the chat, the preview, a source’s copy and the mailbox', async () => {
  const { public_key, token, snapshot_path } = workspace
  const frame = `/widget/frame/${public_key}?locale=en`
  await openAndCheck('/dev/mail')
  // The mailbox has no chat, which would start another visit.
  await page.evaluate(
    ([key, value]) => localStorage.setItem(key ?? '', value ?? ''),
    [`ozvi:${public_key}:token`, token],
  )
  await openAndCheck(frame)
  await page.locator('.row', { hasText: 'ran(' }).first().click()
  await page.locator('[role=log]').getByText('ran(7)').first().waitFor()
  await expectNothingRan('the chat')
  await openAndCheck(new URL(snapshot_path, appServer.origin).pathname)
  await page.goto(`${appServer.origin}/sk/preview?key=${public_key}`)
  const shop = page.frameLocator('iframe')
  const launcher = shop.locator('#ozvi .launcher')
  const panel = shop.frameLocator('iframe')
  // A panel that was open in this tab opens automatically, with its start page or a new conversation.
  const back = panel.getByRole('button', { name: 'Všetky konverzácie', exact: true })
  const showsGreeting = async () => {
    if ((await launcher.getAttribute('aria-expanded')) !== 'true') await launcher.click()
    if (await back.isVisible()) await back.click()
    return panel.getByText('ran(').first().isVisible()
  }
  await expect.poll(showsGreeting).toBe(true)
  await expectNothingRan('the chat of the preview')
})

test('SEC-29 SEC-40 hostile texts of a scenario run and request nothing on the website and in the chat', async () => {
  await page.goto(`${appServer.origin}/dev/mail`)
  // A new visitor without unread messages, which would be shown first next to the launcher.
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.goto(`${appServer.origin}/en/preview?key=${workspace.public_key}`)
  const shop = page.frameLocator('iframe')
  const bubble = shop.locator('#ozvi .bubble', { hasText: 'ran(' })
  await bubble.waitFor()
  await expectNothingRan('the message beside the launcher')
  await bubble.locator('li button').first().click()
  await shop.frameLocator('iframe').locator('[role=log]').getByText('ran(7)').first().waitFor()
  await expectNothingRan('the scenario in the chat')
})

test('SEC-29 SEC-40 100 payloads run and request nothing as messages, names, files, pages, an article and a model’s answer', async () => {
  expect(new Set(payloads).size).toBe(100)
  const { id } = workspace
  const sent = await sendPayloads(appServer, context, workspace)
  const at = `${appServer.origin}/en/app/i/${id}`
  await page.goto(`${at}/conversation/${sent.conversation_id}`)
  await expectPayloads('the messages and files')
  await page.getByRole('button', { name: 'Copilot' }).click()
  await page.getByRole('menuitem', { name: 'Translate the conversation' }).click()
  await page.getByRole('dialog', { name: 'Translation' }).getByText('ran(').first().waitFor()
  await expectPayloads('the translation by a language model')
  await page.goto(`${at}/contacts`)
  await expectPayloads('the names of contacts and companies')
  await page.goto(`${at}/contacts/${sent.contact_id}`)
  await expectPayloads('the pages of the contact')
  await page.goto(`${at}/settings/data-sources/${sent.source_id}/${await sent.findItem()}`)
  await expectEveryPayload('the article')
  await page.goto(`${appServer.origin}/dev/mail`)
  const { public_key, token } = workspace
  await page.evaluate(
    ([key, value]) => {
      // Forgets the conversation that was open in this tab.
      sessionStorage.clear()
      localStorage.setItem(key ?? '', value ?? '')
    },
    [`ozvi:${public_key}:token`, token],
  )
  await page.goto(`${appServer.origin}/widget/frame/${public_key}?locale=en`)
  await page.locator('.row', { hasText: 'ran(1' }).first().click()
  await expectPayloads('the chat')
})

test('SEC-29 texts in the URL of a public page run nothing', async () => {
  // Some of them redirect signed-in people.
  await context.clearCookies()
  const hostile = Object.values(attempts).join(' ')
  const value = encodeURIComponent(hostile)
  for (const path of [
    `/en/documentation/search?q=${value}`,
    `/en/${value}`,
    `/en/auth?next=${value}`,
    `/en/auth?next=javascript:ran(4)`,
    `/en/auth/reset-password?token=${value}`,
    `/en/invitation?token=${value}`,
    `/en/preview?key=${value}`,
    `/en?integrationId=${value}#${value}`,
    `/snapshot/${value}`,
    `/widget/frame/${value}`,
  ]) {
    await page.goto(appServer.origin + path, { waitUntil: 'load' })
    await expectNothingRan(path)
  }
})
