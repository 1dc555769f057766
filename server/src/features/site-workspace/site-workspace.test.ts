import {
  activateIntegration,
  requestPerson,
  listIntegrations,
  listVisitorConversations,
  listVisitorMessages,
  type Locale,
  openVisitorSession,
  sendVisitorMessage,
  day_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { ConfigError, readConfig } from '#platform/context/config.ts'
import type { QuotablePage, Web } from '#platform/web/pages.ts'
import { testServer } from '../../../test/server.ts'
import { deleteVisitors, openSite, indexSitePages } from './service.ts'

const page = (locale: Locale, name: string, title: string, html: string): QuotablePage => ({
  locale,
  path: `/${locale}/documentation/${name}`,
  title,
  html,
})
const install = page(
  'en',
  'install',
  'Install the chat',
  '<h2>How do I put the chat on my website?</h2><p>Paste one line of HTML before the end of every page.</p>',
)
const hours = page(
  'en',
  'backup',
  'Backup',
  '<h2>How often is a backup made?</h2><p>A backup of the folder is made every night at two.</p>',
)
const slovak = page(
  'sk',
  'install',
  'Inštalácia chatu',
  '<h2>Ako pridám chat na svoj web?</h2><p>Vložte jeden riadok HTML pred koniec každej stránky. Widget sa ukáže sám.</p>',
)
/** A site of three pages; each contains only the common part. */
const web: Web = {
  build_id: 'one',
  quotablePages: async () => [install, hours, slovak],
  render: async (_, { public_config }) => Response.json(public_config),
}
const frames = { en: '{{boot}}', sk: '{{boot}}' }
const widget = { loader_dir: import.meta.dirname, panel_dir: import.meta.dirname, frames }

const server = await testServer({}, { web, widget })
afterAll(() => server[Symbol.asyncDispose]())

const origin = server.config.app_url
const never = new AbortController().signal
const keyOnPages = async (): Promise<string> =>
  (await server.browser().request('GET', '/en')).json().widget_key

const ownId = async () => (await openSite(server.ctx))?.own_id ?? ''
const items = async () =>
  server.ctx.db
    .selectFrom('data_source_item')
    .where('integration_id', '=', await ownId())
    .select(['url', 'status', 'changed_at', 'snapshot_id', 'locale'])
    .orderBy('url')
    .execute()
/** Waits until the site's pages have been indexed. */
const readOnce = () => server.eventually(async () => ((await items()).length === 3 ? true : undefined))

async function visitor(locale: Locale = 'en') {
  const browser = server.browser()
  const session = await browser.call(openVisitorSession, {
    public_key: await keyOnPages(),
    host_origin: origin,
    locale,
  })
  browser.headers.authorization = `Bearer ${session.token}`
  const conversation_id = crypto.randomUUID()
  async function askQuestion(body: string) {
    const { seq } = await browser.call(sendVisitorMessage, {
      conversation_id,
      id: crypto.randomUUID(),
      body,
      locale,
    })
    return server.eventually(async () =>
      (await browser.call(listVisitorMessages, { conversation_id, after_seq: seq })).find(
        ({ kind }) => kind === 'answer' || kind === 'hand_over',
      ),
    )
  }
  return { browser, session, conversation_id, askQuestion }
}

test('S1.05 public pages use the installation’s chat, which answers from these pages and cites them', async () => {
  await readOnce()
  const { askQuestion, session } = await visitor()
  expect(session).toMatchObject({ integration: { name: 'Ozvi' }, has_team: false })
  const { body, citations } = await askQuestion('How do I put the chat on my website?')
  expect(body).toContain('Paste one line of HTML before the end of every page. [1]')
  expect(citations[0]?.url).toMatch(/^http:\/\/localhost:3000\/en\/documentation\/install#:~:text=Paste/)
  const copy = await server.browser().request('GET', citations[0]?.snapshot_url.split('#')[0] ?? '')
  expect(copy.body).toContain('Paste one line of HTML')
})

test('answers use the customer’s language if the content has it, or else the content’s only language', async () => {
  await readOnce()
  const cited = async (locale: Locale, question: string) =>
    (await (await visitor(locale)).askQuestion(question)).citations.map(({ url }) => url?.split('#')[0])
  expect(await cited('en', 'HTML')).toEqual([`${origin}/en/documentation/install`])
  expect(await cited('sk', 'HTML')).toEqual([`${origin}/sk/documentation/install`])
  expect(await cited('sk', 'backup')).toEqual([`${origin}/en/documentation/backup`])
})

test('it is created once by processes that start at the same time', async () => {
  const opened = await Promise.all(Array.from({ length: 8 }, () => openSite(server.ctx)))
  expect(new Set(opened.map((site) => site?.public_key)).size).toBe(1)
  expect(opened[0]?.public_key).toBe(await keyOnPages())
})

test('404 it is in no one’s list, and no one can open or join it', async () => {
  const { browser, user } = await server.seed.integration()
  expect((await browser.call(listIntegrations, {})).map(({ name }) => name)).toEqual(['Shop'])
  for (const integration_id of [await ownId(), await keyOnPages()]) {
    await expect(browser.call(activateIntegration, { integration_id })).rejects.toMatchObject({
      code: 'not_found',
    })
  }
  const integration_id = await ownId()
  const joining = server.ctx.transaction((tx) =>
    tx.insertInto('member').values({ integration_id, user_id: user.id, role: 'owner' }).execute(),
  )
  await expect(joining).rejects.toThrow('takes no members')
})

test.each([
  ['en', 'I want to talk to a human', /^There’s no team here/, 'Ozvi documentation'],
  ['en', 'Which wine goes with a grilled salmon?', /^I couldn’t find an answer/, 'Ozvi documentation'],
  ['sk', 'Chcem hovoriť s človekom', /^Nie je tu žiadny tím/, 'Dokumentácia Ozvi'],
  ['sk', 'Aké víno sa hodí k lososovi?', /^Odpoveď na toto som v našom obsahu nenašiel/, 'Dokumentácia Ozvi'],
] as const)('%s: “%s” isn’t handed over without a team, and the reply says so', async (...row) => {
  const [locale, question, said, name] = row
  await readOnce()
  const { askQuestion, browser, conversation_id } = await visitor(locale)
  const reply = await askQuestion(question)
  expect(reply).toMatchObject({ kind: 'answer', body: expect.stringMatching(said), citations: [] })
  expect(reply.body).toContain(`[${name}](${origin}/${locale}/documentation)`)
  expect(await browser.call(listVisitorConversations, {})).toMatchObject([{ handler: 'assistant' }])
  const all = await browser.call(listVisitorMessages, { conversation_id })
  expect(all.find(({ kind }) => kind === 'ai_notice')?.body).toMatch(
    /There’s no team in this chat|nie je žiadny tím/,
  )
})

test('422 a person can’t be requested without a team', async () => {
  const { askQuestion, browser, conversation_id } = await visitor()
  await askQuestion('Hello')
  await expect(browser.call(requestPerson, { conversation_id })).rejects.toMatchObject({ code: 'no_team' })
})

test('only changed pages are indexed again, and removed ones are no longer quoted', async () => {
  await readOnce()
  const before = await items()
  const weekly = { ...hours, html: hours.html.replace('every night at two', 'every Sunday at noon') }
  await indexSitePages(server.ctx, await ownId(), [install, weekly], never)
  const after = await items()
  const [backup, installed, deleted] = after
  expect(after.map(({ status }) => status)).toEqual(['indexed', 'indexed', 'gone'])
  expect(installed).toEqual(before[1])
  expect(backup?.snapshot_id).not.toBe(before[0]?.snapshot_id)
  expect(deleted?.url).toBe(`${origin}/sk/documentation/install`)
  const { askQuestion } = await visitor()
  expect((await askQuestion('How often is a backup made?')).body).toContain('every Sunday at noon')

  await indexSitePages(server.ctx, await ownId(), [install, hours, slovak], never)
  expect((await items()).map(({ status }) => status)).toEqual(['indexed', 'indexed', 'indexed'])
})

test('a conversation without a team is deleted 30 days after its visitor’s last visit', async () => {
  const { browser, conversation_id, askQuestion } = await visitor()
  await askQuestion('Hello')
  const shop = await server.seed.conversation()
  const own_id = await ownId()
  const after = (days: number) => server.later(days * day_ms, () => deleteVisitors(server.ctx, own_id))
  await after(29)
  expect(await browser.call(listVisitorMessages, { conversation_id })).not.toEqual([])
  await after(31)
  await expect(browser.call(listVisitorConversations, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await shop.visitor.browser.call(listVisitorConversations, {})).toHaveLength(1)
})

test('SITE_WIDGET_KEY names another workspace for these pages, or none', async () => {
  const { integration } = await server.seed.integration()
  const openWith = (site_widget_key: string) =>
    openSite({ ...server.ctx, config: { ...server.config, site_widget_key } })
  const own = await keyOnPages()
  expect(await openWith(integration.public_key)).toEqual({ public_key: integration.public_key })
  expect((await server.browser().request('GET', `/widget/${own}.json`)).statusCode).toBe(404)
  expect(await openWith('pk_0123456789ab')).toBeUndefined()
  expect(await openWith('off')).toBeUndefined()
  expect(readConfig({ SITE_WIDGET_KEY: 'off' }).site_widget_key).toBe('off')
  expect(() => readConfig({ SITE_WIDGET_KEY: 'mine' })).toThrow(ConfigError)
})

test('if the operator turns off the chat, pages have none and no workspace is created for it', async () => {
  const quiet = await testServer({ SITE_WIDGET_KEY: 'off' }, { web, widget })
  try {
    expect((await quiet.browser().request('GET', '/en')).json()).not.toHaveProperty('widget_key')
    expect(await quiet.ctx.db.selectFrom('integration').select('id').execute()).toEqual([])
  } finally {
    await quiet[Symbol.asyncDispose]()
  }
})
