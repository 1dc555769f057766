import {
  brandColors,
  type ClientSettings,
  clientSettingsChanged,
  getClientSettings,
  getContact,
  launcherIconPaths,
  openVisitorSession,
  updateClientSettings,
  updateIntegration,
  type WidgetConfig,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'

const frames = { en: '<script id="boot">{{boot}}</script>', sk: '<html lang="sk">{{boot}}' }
const server = await testServer(
  {},
  { widget: { loader_dir: import.meta.dirname, panel_dir: import.meta.dirname, frames } },
)
afterAll(() => server[Symbol.asyncDispose]())

const config = (public_key: string, headers = {}) =>
  server.app.inject({ method: 'GET', url: `/widget/${public_key}.json`, headers })
const frame = (public_key: string, query = '') =>
  server.app.inject({ method: 'GET', url: `/widget/frame/${public_key}?${query}` })
const greeting = { greeting: 'Dobrý deň', intro: 'Poradíme s bicyklami.' }

test('a workspace without changes has our color, the right side and the default texts', async () => {
  const { browser, integration_id } = await server.seed.integration()
  expect(await browser.call(getClientSettings, { integration_id })).toEqual({
    integration_id,
    color: '#2867e4',
    side: 'right',
    theme: 'auto',
    launcher: {
      icon: 'bubble',
      corners: 'round',
      offset_x_px: 20,
      offset_y_px: 20,
      text_en: '',
      text_sk: '',
    },
    behavior: {
      reopen_days: 7,
      has_several_conversations: true,
      accepts_files: true,
      has_sound: true,
      has_emoji: true,
      has_transcript: true,
      shows_team: true,
    },
    texts: { en: { greeting: '', intro: '' }, sk: { greeting: '', intro: '' } },
    hosts: [],
    hide_on: [],
    updated_at: null,
    version: 0,
  })
})

test('saved settings apply to the next page load: in the loader’s response and in the panel', async () => {
  const { browser, integration_id, integration } = await server.seed.integration()
  const before = await config(integration.public_key)
  const etag = String(before.headers.etag)
  expect(before.headers['cache-control']).toBe('public, no-cache')
  expect((await config(integration.public_key, { 'if-none-match': etag })).statusCode).toBe(304)
  // As behind a proxy that compresses, which makes tags weak.
  const weak = { 'if-none-match': `W/"other", W/${etag}` }
  expect((await config(integration.public_key, weak)).statusCode).toBe(304)

  await browser.call(updateClientSettings, {
    integration_id,
    color: '#F5C518',
    side: 'left',
    theme: 'dark',
    texts: { sk: greeting },
    hide_on: ['/checkout', 'https://shop.example/košík?x=1', '/a%20b'],
  })
  const after = await config(integration.public_key, { 'if-none-match': etag })
  expect(after.statusCode).toBe(200)
  expect(after.json<WidgetConfig>()).toMatchObject({
    color: '#f5c518',
    ink: '#000000',
    side: 'left',
    theme: 'dark',
    hide_on: ['/checkout', '/ko%C5%A1%C3%ADk', '/a%20b'],
  })
  const boot = (html: string) => JSON.parse(/\{.*\}/.exec(html)?.[0] ?? '')
  expect(boot((await frame(integration.public_key, 'locale=sk')).body)).toMatchObject({
    ...brandColors('#f5c518'),
    ...greeting,
    theme: 'dark',
    is_preview: false,
  })
  expect(boot((await frame(integration.public_key, 'locale=en&theme=light')).body)).toMatchObject({
    greeting: '',
    theme: 'light',
  })
})

test('a loader that was cached before an update still gets the color under its former name', async () => {
  const { integration } = await server.seed.integration()
  const answer = (await config(integration.public_key)).json<WidgetConfig & { colour: string }>()
  expect(answer.colour).toBe(answer.color)
})

test('the loader’s response is at most 2 KiB, regardless of the settings', async () => {
  const { browser, integration_id, integration } = await server.seed.integration()
  await browser.request('PUT', `/api/integration/${integration_id}`, { name: '😀'.repeat(40) })
  await browser.call(updateClientSettings, {
    integration_id,
    hide_on: Array.from({ length: 10 }, (_, n) => `/${n}${'ď'.repeat(16)}`),
    texts: { en: { greeting: 'G'.repeat(60), intro: 'I'.repeat(160) } },
    launcher: { icon: 'envelope', text_en: '😀'.repeat(12), text_sk: 'ď'.repeat(24) },
  })
  expect((await config(integration.public_key)).rawPayload.length).toBeLessThanOrEqual(2048)
})

test('the launcher has its icon, text, position and corners; two members change different parts', async () => {
  const { browser, integration_id, integration } = await server.seed.integration()
  const admin = await server.seed.member(integration_id, 'admin')
  await browser.call(updateClientSettings, {
    integration_id,
    launcher: { icon: 'spark', text_en: ' Need help? ' },
  })
  await admin.browser.call(updateClientSettings, {
    integration_id,
    launcher: { corners: 'square', offset_x_px: 0, offset_y_px: 96 },
  })
  expect((await config(integration.public_key)).json<WidgetConfig>().launcher).toEqual({
    icon: launcherIconPaths.spark,
    texts: { en: 'Need help?', sk: '' },
    place: [0, 96, 4],
  })
  await expect(
    browser.call(updateClientSettings, { integration_id, launcher: { offset_y_px: 201 } }),
  ).rejects.toMatchObject({ code: 'invalid_input', errors: { 'launcher.offset_y_px': [expect.any(String)] } })
  await expect(
    browser.call(updateClientSettings, { integration_id, launcher: { text_sk: 'x'.repeat(25) } }),
  ).rejects.toMatchObject({ errors: { 'launcher.text_sk': [expect.any(String)] } })
})

test('with one language the chat uses it, regardless of page and browser', async () => {
  const { browser, integration_id, integration } = await server.seed.integration()
  const { public_key } = integration
  const spoken = async (query: string) => (await frame(public_key, query)).body.includes('lang="sk"')
  expect([await spoken('locale=en'), await spoken('locale=sk')]).toEqual([false, true])
  await browser.call(updateIntegration, { integration_id, locales: ['sk'], locale: 'sk' })
  expect([await spoken('locale=en'), await spoken('locale=de'), await spoken('')]).toEqual([true, true, true])
  expect((await config(public_key)).json()).toMatchObject({ locale: 'sk', locales: ['sk'] })
  const visitor = server.browser()
  const visit = { public_key, locale: 'en' as const, host_origin: 'https://shop.example' }
  const { contact } = await visitor.call(openVisitorSession, visit)
  expect(await browser.call(getContact, { integration_id, contact_id: contact.id })).toMatchObject({
    locale: 'sk',
  })
})

test('two members changing different fields don’t overwrite each other, and domains belong to the workspace', async () => {
  const { browser, integration_id, integration } = await server.seed.integration()
  const admin = await server.seed.member(integration_id, 'admin')
  await browser.call(updateClientSettings, { integration_id, texts: { sk: greeting } })
  await admin.browser.call(updateClientSettings, {
    integration_id,
    texts: { en: greeting },
    color: '#0f5132',
  })
  await admin.browser.call(updateClientSettings, { integration_id, hosts: ['other.example'] })
  expect(await browser.call(getClientSettings, { integration_id })).toMatchObject({
    color: '#0f5132',
    texts: { en: greeting, sk: greeting },
    hosts: ['other.example'],
    version: 3,
  })
  const visit = { public_key: integration.public_key, locale: 'en' as const }
  await server.browser().call(openVisitorSession, { ...visit, host_origin: 'https://other.example' })
})

test('two members change different parts of the behavior, and the panel starts with both', async () => {
  const { browser, integration_id, integration } = await server.seed.integration()
  const admin = await server.seed.member(integration_id, 'admin')
  await browser.call(updateClientSettings, { integration_id, behavior: { accepts_files: false } })
  await admin.browser.call(updateClientSettings, { integration_id, behavior: { reopen_days: 30 } })
  const behavior = {
    reopen_days: 30,
    has_several_conversations: true,
    accepts_files: false,
    has_sound: true,
    has_emoji: true,
    has_transcript: true,
    shows_team: true,
  }
  expect(await browser.call(getClientSettings, { integration_id })).toMatchObject({ behavior })
  expect((await frame(integration.public_key)).body).toContain(JSON.stringify(behavior))
  for (const reopen_days of [-1, 366, 1.5, null, '7'])
    expect(
      (
        await browser.request('PUT', `/api/integration/${integration_id}/client`, {
          behavior: { reopen_days },
        })
      ).json().errors,
    ).toHaveProperty(['behavior.reopen_days'])
})

test('old state + events = new state for the settings', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const events = server.watch(clientSettingsChanged.channel({ integration_id }), clientSettingsChanged.name)
  await browser.call(updateClientSettings, { integration_id, side: 'left' })
  await browser.call(updateClientSettings, { integration_id, color: '#123456' })
  const read = await browser.call(getClientSettings, { integration_id })
  await server.eventually(() => events.length === 2 || undefined)
  expect(events.map(({ data }) => (data as ClientSettings).version)).toEqual([1, 2])
  expect(events.at(-1)?.data).toEqual(read)
})

test('the panel shows up to three teammates who can reply, online ones first, then by activity; off, none', async () => {
  const { browser, integration_id, integration } = await server.seed.integration()
  const [admin, agent, editor] = [
    await server.seed.member(integration_id, 'admin'),
    await server.seed.member(integration_id, 'agent'),
    await server.seed.member(integration_id, 'editor'),
  ]
  await server.seed.member(integration_id, 'viewer')
  await server.database.pool.query(
    `update member set display_name = 'Zuzka' where integration_id = $1 and user_id = $2`,
    [integration_id, agent.user.id],
  )
  const seen = (user_id: string, hours: number) =>
    server.database.pool.query(
      `update session set last_seen_at = now() - make_interval(hours => $2) where user_id = $1`,
      [user_id, hours],
    )
  await seen(agent.user.id, 1)
  await seen(admin.user.id, 2)
  await seen(editor.user.id, 300)
  const team = async (query = '') => {
    const { body } = await frame(integration.public_key, query)
    return (JSON.parse(/\{.*\}/.exec(body)?.[0] ?? '') as { team: { name: string }[] }).team
  }
  expect((await team()).map(({ name }) => name)).toEqual(['Eva Nováková', 'Zuzka', 'admin person'])
  expect(Object.keys((await team())[0] ?? {})).toEqual(['name', 'avatar'])
  expect(JSON.stringify(await team())).not.toMatch(/agent person|viewer person|@/)
  await browser.call(updateClientSettings, { integration_id, behavior: { shows_team: false } })
  expect(await team()).toEqual([])
  expect(await team('preview=quiet')).toHaveLength(3)
})

test('422: the error names the field and the line of a list', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const put = (body: object) => browser.request('PUT', `/api/integration/${integration_id}/client`, body)
  const errors = async (body: object) => Object.keys((await put(body)).json().errors ?? {})
  expect(await errors({ color: 'red' })).toEqual(['color'])
  expect(await errors({ hosts: ['shop.example', 'https://shop.example/'] })).toEqual(['hosts.1'])
  expect(await errors({ hide_on: ['/a', 'https://shop.example'] })).toEqual(['hide_on.1'])
  expect(await errors({ texts: { sk: { greeting: 'x'.repeat(61), intro: '' } } })).toEqual([
    'texts.sk.greeting',
  ])
  expect((await browser.call(getClientSettings, { integration_id })).version).toBe(0)
})

test('SEC-10 404: another workspace’s settings are neither read nor changed', async () => {
  const a = await server.seed.integration()
  const b = await server.seed.integration()
  const input = { integration_id: a.integration_id, color: '#123456' }
  await expect(b.browser.call(updateClientSettings, input)).rejects.toMatchObject({ code: 'not_found' })
  await expect(b.browser.call(getClientSettings, input)).rejects.toMatchObject({ code: 'not_found' })
  expect(await a.browser.call(getClientSettings, input)).toMatchObject({ version: 0 })
})

test('403: an editor reads the settings and can’t change them', async () => {
  const { integration_id } = await server.seed.integration()
  const editor = await server.seed.member(integration_id, 'editor')
  expect(await editor.browser.call(getClientSettings, { integration_id })).toMatchObject({ version: 0 })
  await expect(
    editor.browser.call(updateClientSettings, { integration_id, side: 'left' }),
  ).rejects.toMatchObject({ code: 'forbidden' })
})
