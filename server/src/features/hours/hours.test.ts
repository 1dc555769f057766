import {
  requestPerson,
  getHours,
  type Hours,
  hoursChanged,
  listVisitorMessages,
  openVisitorSession,
  sendVisitorMessage,
  updateHours,
  day_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'

const frames = { en: '{{boot}}', sk: '{{boot}}' }
const server = await testServer(
  {},
  {
    isAnswering: false,
    widget: { loader_dir: import.meta.dirname, panel_dir: import.meta.dirname, frames },
  },
)
afterAll(() => server[Symbol.asyncDispose]())
const closed = Array.from({ length: 7 }, () => [])
const always = Array.from({ length: 7 }, () => [{ from: '00:00', to: '00:00' }])
const bootOf = async (public_key: string) => {
  const reply = await server.app.inject({ method: 'GET', url: `/widget/frame/${public_key}` })
  return reply.json<{ hours: { spans: number[][]; promise_min: number | null } | null }>()
}

test('a workspace without hours promises no reply time', async () => {
  const { browser, integration_id, integration } = await server.seed.integration()
  expect(await browser.call(getHours, { integration_id })).toMatchObject({ is_on: false, version: 0 })
  expect((await bootOf(integration.public_key)).hours).toBeNull()
})

test('the widget gets the next open periods and the promised reply time', async () => {
  const { browser, integration_id, integration } = await server.seed.integration()
  const saved = await browser.call(updateHours, {
    integration_id,
    is_on: true,
    time_zone: 'Europe/Bratislava',
    reply_promise_min: 60,
  })
  expect(saved).toMatchObject({ version: 1, time_zone: 'Europe/Bratislava', reply_promise_min: 60 })
  const { hours } = await bootOf(integration.public_key)
  expect(hours?.promise_min).toBe(60)
  expect(hours?.spans).toHaveLength(12)
  await browser.call(updateHours, { integration_id, week: closed })
  expect((await bootOf(integration.public_key)).hours?.spans).toEqual([])
})

async function handedOver(
  hours: Omit<Partial<Hours>, 'reply_promise_min'> & { reply_promise_min?: 60 | null },
) {
  const { browser, integration_id, integration } = await server.seed.integration()
  await browser.call(updateHours, { integration_id, ...hours })
  const visitor = server.browser()
  const session = await visitor.call(openVisitorSession, {
    public_key: integration.public_key,
    host_origin: 'https://shop.example',
    locale: 'en',
    time_zone: 'Asia/Tokyo',
  })
  visitor.headers.authorization = `Bearer ${session.token}`
  const conversation_id = crypto.randomUUID()
  const first = { conversation_id, id: crypto.randomUUID(), body: 'Hello?', locale: 'en' as const }
  await visitor.call(sendVisitorMessage, first)
  await visitor.call(requestPerson, { conversation_id })
  const messages = await visitor.call(listVisitorMessages, { conversation_id })
  return messages.find(({ kind }) => kind === 'hand_over')?.body
}
test('a hand-over promises only what the hours allow', async () => {
  expect(await handedOver({})).toMatch(/to our team\. Someone will reply here\.$/)
  expect(await handedOver({ is_on: true, week: always, reply_promise_min: 60 })).toMatch(
    /Someone will reply here within 1 hour\.$/,
  )
  const tomorrow = new Date(Date.now() + day_ms)
  const evening = closed.map((slots, day) =>
    day === (tomorrow.getUTCDay() + 6) % 7 ? [{ from: '12:00', to: '12:30' }] : slots,
  )
  // Noon in UTC is 9 PM in this customer's time zone.
  expect(await handedOver({ is_on: true, time_zone: 'UTC', week: evening, reply_promise_min: 60 })).toMatch(
    /We’ll be back \S+( \S+)? at 9:00 PM and reply to you here\.$/,
  )
})

test('old state + events = new state: the hours in events equal the hours loaded', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const events = server.watch(hoursChanged.channel({ integration_id }), hoursChanged.name)
  await browser.call(updateHours, { integration_id, is_on: true })
  await browser.call(updateHours, {
    integration_id,
    holidays: [{ date: '2026-12-24', name: 'Štedrý deň', is_yearly: true }],
  })
  const read = await browser.call(getHours, { integration_id })
  await server.eventually(() => events.length === 2 || undefined)
  expect(events.at(-1)?.data).toEqual(read)
  expect(read).toMatchObject({ is_on: true, version: 2 })
})

test('422: the error names time zone, slot and day', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const week = always.map((slots, day) => (day === 2 ? [{ from: '25:00', to: '9' }] : slots))
  const rejected = await browser.request('PUT', `/api/integration/${integration_id}/hours`, {
    time_zone: 'Mars/Olympus',
    week,
    holidays: [{ date: '2026-02-30', name: '', is_yearly: false }],
  })
  expect(rejected.statusCode).toBe(422)
  expect(Object.keys(rejected.json<{ errors: object }>().errors).sort()).toEqual([
    'holidays.0.date',
    'time_zone',
    'week.2.0.from',
    'week.2.0.to',
  ])
  // The database would read the opposite offset.
  await expect(browser.call(updateHours, { integration_id, time_zone: '+01:00' })).rejects.toMatchObject({
    errors: { time_zone: ['Unknown time zone.'] },
  })
})

test('404: another workspace’s hours', async () => {
  const { browser } = await server.seed.integration()
  const other = await server.seed.integration()
  await expect(browser.call(getHours, { integration_id: other.integration_id })).rejects.toMatchObject({
    code: 'not_found',
  })
})
