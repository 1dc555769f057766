import path from 'node:path'
import {
  applyWidgetLoaded,
  listInstallations,
  openVisitorSession,
  type WidgetInstallation,
  updateIntegration,
  widgetLoaded,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'

const folder = path.join(import.meta.dirname, '../../../test')
/** A widget build whose files aren't requested here. */
const build = { loader_dir: folder, panel_dir: folder, frames: { en: '', sk: '' } }
const server = await testServer({}, { widget: build })
afterAll(() => server[Symbol.asyncDispose]())

/** The loader's request on a page with the tag. */
const load = (public_key: string, origin?: string) =>
  server.app.inject({
    method: 'GET',
    url: `/widget/${public_key}.json`,
    headers: origin ? { origin } : {},
  })
async function workspace() {
  const created = await server.seed.integration({ url: 'https://shop.example' })
  const { integration_id, browser } = created
  const seen = () => browser.call(listInstallations, { integration_id })
  /** Waits until a host has been recorded. */
  const seenOn = (host: string) =>
    server.eventually(async () => (await seen()).find((sighting) => sighting.host === host))
  return { ...created, key: created.integration.public_key, seen, seenOn }
}

test('the widget is detected on the workspace’s own hosts, from the first page that loads it', async () => {
  const { key, seen, seenOn, integration_id } = await workspace()
  expect(await seen()).toEqual([])
  expect((await load(key, 'https://www.shop.example')).statusCode).toBe(200)
  const first = await seenOn('www.shop.example')
  expect(first).toMatchObject({ integration_id, first_seen_at: first.last_seen_at })
  await server.later(60_000, async () => {
    await load(key, 'https://www.shop.example')
    const again = await server.eventually(async () => {
      const sighting = await seenOn('www.shop.example')
      return sighting.last_seen_at > first.last_seen_at ? sighting : undefined
    })
    expect(again.first_seen_at).toBe(first.first_seen_at)
  })
})

test('a visit also counts as an installation, and the latest is first', async () => {
  const { key, seenOn, seen, browser, integration_id } = await workspace()
  await browser.call(updateIntegration, { integration_id, hosts: ['help.other.example'] })
  await load(key, 'https://shop.example')
  await seenOn('shop.example')
  await server.later(5_000, async () => {
    await server.browser().call(openVisitorSession, {
      public_key: key,
      host_origin: 'https://help.other.example',
      locale: 'en',
    })
    await seenOn('help.other.example')
  })
  expect((await seen()).map(({ host }) => host)).toEqual(['help.other.example', 'shop.example'])
})

test('our own preview, other pages and requests without a page aren’t counted', async () => {
  const { key, seen, seenOn } = await workspace()
  for (const origin of [server.config.app_url, 'https://evil.example', 'null', 'nonsense', undefined])
    await load(key, origin)
  await load(key, 'https://shop.example')
  await seenOn('shop.example')
  expect(await seen()).toHaveLength(1)
})

test('old state + events = new state, as a new client loads it', async () => {
  const { key, seen, seenOn, integration_id } = await workspace()
  const events = server.watch(widgetLoaded.channel({ integration_id }), widgetLoaded.name)
  const before = await seen()
  await load(key, 'https://shop.example')
  await seenOn('shop.example')
  await server.later(2_000, async () => {
    await load(key, 'https://docs.shop.example:8443')
    await seenOn('docs.shop.example:8443')
  })
  await server.eventually(() => (events.length === 2 ? true : undefined))
  // The event has the type of the contract.
  const notified = events.map(({ data }) => data as WidgetInstallation)
  expect([...notified, ...notified.toReversed()].reduce(applyWidgetLoaded, before)).toEqual(await seen())
})

test('a page that is opened repeatedly is recorded at intervals', async () => {
  const { key, seenOn, integration_id } = await workspace()
  const events = server.watch(widgetLoaded.channel({ integration_id }), widgetLoaded.name)
  for (let page = 0; page < 20; page++) await load(key, 'https://shop.example')
  await seenOn('shop.example')
  await server.later(31_000, async () => {
    for (let page = 0; page < 20; page++) await load(key, 'https://shop.example')
    await server.eventually(() => (events.length >= 2 ? true : undefined))
  })
  expect(events).toHaveLength(2)
})

test('unknown subdomains are limited to fifty rows', async () => {
  const { key, seen, seenOn } = await workspace()
  const second_ms = 1_100
  for (let number = 1; number <= 52; number++) {
    await server.later(number * second_ms, async () => {
      await load(key, `https://s${number}.shop.example`)
      if (number <= 50) await seenOn(`s${number}.shop.example`)
    })
  }
  await server.later(60 * second_ms, async () => {
    const first = await seenOn('s1.shop.example')
    await load(key, 'https://s1.shop.example')
    await server.eventually(async () =>
      (await seenOn('s1.shop.example')).last_seen_at > first.last_seen_at ? true : undefined,
    )
  })
  expect(await seen()).toHaveLength(50)
})

test('SEC-10 404: installations of another workspace’s widget aren’t shown', async () => {
  const { integration_id } = await workspace()
  const { browser } = await server.seed.user()
  await expect(browser.call(listInstallations, { integration_id })).rejects.toMatchObject({
    code: 'not_found',
  })
})
