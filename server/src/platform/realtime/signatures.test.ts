import { afterAll, expect, test } from 'vitest'
import { SigningError, type ApiRequest, type Member } from './index.ts'
import { apiRequest } from './test/api-request.ts'
import { RawClient, sign, signed } from './test/raw-client.ts'
import { app, startStandalone } from './test/standalone.ts'

const clock = { now: Date.parse('2026-01-01T00:00:00Z') }
const { realtime, port, close } = await startStandalone({ now: () => clock.now })
afterAll(close)
const iat = clock.now / 1_000

const ada: Member = { user_id: 'ada', user_info: { name: 'Ada' } }

test('SEC-20 signatures follow the protocol', () => {
  expect(realtime.signChannel('1.2', 'private-x')).toEqual({
    auth: sign(`1.2:private-x:{"iat":${iat}}`),
    channel_data: `{"iat":${iat}}`,
  })
  const channel_data = `{"user_id":"ada","user_info":{"name":"Ada"},"iat":${iat}}`
  expect(realtime.signChannel('1.2', 'presence-x', ada)).toEqual({
    auth: sign(`1.2:presence-x:${channel_data}`),
    channel_data,
  })
  expect(realtime.signUser('1.2', { id: 'ada' })).toEqual({
    auth: sign(`1.2::user::{"id":"ada","iat":${iat}}`),
    user_data: `{"id":"ada","iat":${iat}}`,
  })
})

const subscribed = 'pusher_internal:subscription_succeeded'
test.each(['private-age', 'presence-age'])(
  'SEC-21 401: a signature for %s is good for a minute',
  async (name) => {
    const client = await RawClient.connect(port)
    const join = (channel: string, after_s: number) => {
      const signature = realtime.signChannel(client.id, channel, ada)
      clock.now += after_s * 1_000
      client.send({ event: 'pusher:subscribe', data: { channel, ...signature } })
      const answers = [subscribed, 'pusher:subscription_error']
      const find = () =>
        client.received.find((each) => each.channel === channel && answers.includes(each.event))
      return client.until(find, `an answer on ${channel}`)
    }
    expect((await join(`${name}-60`, 60)).event).toBe(subscribed)
    expect((await join(`${name}-61`, 61)).data).toMatchObject({ type: 'AuthError', status: 401 })
    expect((await join(`${name}-early`, -61)).data).toMatchObject({ type: 'AuthError', status: 401 })
  },
)

test('SEC-21 4009: a user must sign in within a minute', async () => {
  const [young, old] = [await RawClient.connect(port), await RawClient.connect(port)]
  const signatures = [young, old].map(({ id }) => realtime.signUser(id, { id: 'ada' }))
  clock.now += 60_000
  young.send({ event: 'pusher:signin', data: signatures[0] })
  await young.waitFor('pusher:signin_success')
  clock.now += 1_000
  old.send({ event: 'pusher:signin', data: signatures[1] })
  expect(await old.waitForClose()).toBe(4009)
  young.drop()
  await expect.poll(() => realtime.stats().users).toBe(0)
})

test('SEC-21 signatures made by others with the secret don’t need a time', async () => {
  const client = await RawClient.connect(port)
  await client.subscribe('private-own')
  await client.subscribe('presence-own', { user_id: 'ada' })
})

test.each([
  ['1.1\n', 'private-x'],
  ['1.1:private-y', 'private-x'],
  ['1.1:', 'private-x'],
  ['', 'private-x'],
  ['1', 'private-x'],
  ['1.1.1', 'private-x'],
  [' 1.1', 'private-x'],
  [`${'1'.repeat(300)}.1`, 'private-x'],
  ['１.１', 'private-x'],
  ['1.1', ''],
  ['1.1', 'x'],
  ['1.1', '#x'],
  ['1.1', '#server-to-user-ada'],
  ['1.1', ':user::{"id":"ada"}'],
  ['1.1', 'private-x:user::{"id":"ada"}'],
  ['1.1', 'presence-x:{"user_id":"ada"}'],
  ['1.1', `private-${'x'.repeat(300)}`],
  ['1.1', 'private-x\n'],
  ['1.1', 'private-ž'],
  ['1.1', 'private-x y'],
  ['1.1', 'presence-x'],
  ['1.1', 'private-x', { user_id: '' }],
  ['1.1', 'presence-x', { user_id: '' }],
  ['1.1', 'presence-x', { user_id: 'x'.repeat(129) }],
] as [string, string, Member?][])('SEC-20 nothing is signed for %j on %j', (socket_id, channel, member) => {
  expect(() => realtime.signChannel(socket_id, channel, member)).toThrow(SigningError)
})

test('SEC-20 a malformed user id can’t sign in', () => {
  expect(() => realtime.signUser('1.1\n', { id: 'ada' })).toThrow(SigningError)
  expect(() => realtime.signUser('1.1', { id: '' })).toThrow(SigningError)
  expect(() => realtime.signUser('1.1', { id: 'x'.repeat(129) })).toThrow(SigningError)
})

test.each([
  ['none at all', () => ({})],
  ['of another socket', () => signed('1.2', 'private-s')],
  ['of another channel', (id: string) => signed(id, 'private-t')],
  ['under another key', (id: string) => ({ auth: sign(`${id}:private-s`).replace(app.key, 'other-key') })],
  ['with another secret', (id: string) => ({ auth: sign(`${id}:private-s`, 'other-secret') })],
  ['without its key', (id: string) => ({ auth: sign(`${id}:private-s`).split(':')[1] })],
  ['in upper case', (id: string) => ({ auth: sign(`${id}:private-s`).toUpperCase() })],
  ['cut short', (id: string) => ({ auth: sign(`${id}:private-s`).slice(0, -1) })],
  ['that is no string', (id: string) => ({ auth: [sign(`${id}:private-s`)] })],
  ['with unsigned channel data', (id: string) => ({ ...signed(id, 'private-s'), channel_data: '{}' })],
  ['with channel data that is no string', (id: string) => ({ ...signed(id, 'private-s'), channel_data: {} })],
])('SEC-21 401 a subscription with a signature %s is rejected and receives nothing', async (_title, auth) => {
  const client = await RawClient.connect(port)
  client.send({ event: 'pusher:subscribe', data: { channel: 'private-s', ...auth(client.id) } })
  const rejected = await client.waitFor('pusher:subscription_error', 'private-s')
  expect(rejected.data).toMatchObject({ type: 'AuthError' })
  realtime.publish('private-s', 'secret', {})
  await client.flush()
  expect(client.names('private-s')).toEqual(['pusher:subscription_error'])
  client.drop()
})

test.each([
  ['of somebody else', JSON.stringify({ user_id: 'bob' })],
  ['without a user', '{}'],
  ['with an object for an id', '{"user_id":{"a":1}}'],
  ['with an id too long', JSON.stringify({ user_id: 'x'.repeat(129) })],
  ['with too much about the user', JSON.stringify({ user_id: 'ada', user_info: 'x'.repeat(1_100) })],
  ['that is not JSON', 'ada'],
])('SEC-21 presence data %s is rejected', async (title, channel_data) => {
  const client = await RawClient.connect(port)
  const channel = 'presence-s'
  const auth =
    title === 'of somebody else'
      ? signed(client.id, channel, ada).auth
      : sign(`${client.id}:${channel}:${channel_data}`)
  client.send({ event: 'pusher:subscribe', data: { channel, auth, channel_data } })
  await client.waitFor('pusher:subscription_error', channel)
  expect(realtime.members(channel)).toEqual([])
  client.drop()
})

test('SEC-21 a user channel is open to its user only', async () => {
  const [ada, eve] = [await RawClient.connect(port), await RawClient.connect(port)]
  await ada.signIn({ id: 'ada' })
  await ada.subscribe('#server-to-user-ada')
  const isRejected = async (extra = {}) => {
    eve.received.length = 1
    eve.send({ event: 'pusher:subscribe', data: { channel: '#server-to-user-ada', ...extra } })
    await eve.waitFor('pusher:subscription_error')
  }
  const signature = { auth: sign(`${eve.id}:#server-to-user-ada`) }
  for (const extra of [{}, signature]) await isRejected(extra)
  await eve.signIn({ id: 'eve' })
  for (const extra of [{}, signature]) await isRejected(extra)
  expect(realtime.subscriptionCount('#server-to-user-ada')).toBe(1)
  for (const each of [ada, eve]) each.drop()
})

test.each([
  ['a forged signature', () => ({ auth: `${app.key}:${'0'.repeat(64)}`, user_data: '{"id":"eve"}' })],
  ['no signature', () => ({ user_data: '{"id":"eve"}' })],
  ['a channel signature', (id: string) => ({ ...signed(id, 'private-x'), user_data: '{"id":"eve"}' })],
  ['a user without an id', (id: string) => ({ auth: sign(`${id}::user::{}`), user_data: '{}' })],
  ['a number for an id', (id: string) => ({ auth: sign(`${id}::user::{"id":7}`), user_data: '{"id":7}' })],
])('4009 a sign-in with %s closes the connection', async (_title, data) => {
  const client = await RawClient.connect(port)
  client.send({ event: 'pusher:signin', data: data(client.id) })
  expect(await client.waitForClose()).toBe(4009)
})

test('4009 a connection can’t change its user', async () => {
  const client = await RawClient.connect(port)
  await client.signIn({ id: 'ada' })
  client.send({ event: 'pusher:signin', data: realtime.signUser(client.id, { id: 'bob' }) })
  expect(await client.waitForClose()).toBe(4009)
  expect(realtime.stats().users).toBe(0)
})

const event = JSON.stringify({ name: 'e', channel: 'c', data: '1' })

test.each([
  ['with another secret', apiRequest('GET', 'channels', { secret: 'other' })],
  ['under another key', apiRequest('GET', 'channels', { params: { auth_key: 'other' } })],
  [
    'of ten minutes ago',
    apiRequest('GET', 'channels', { params: { auth_timestamp: String(Date.now() / 1_000 - 601) } }),
  ],
  ['without a time', apiRequest('GET', 'channels', { params: { auth_timestamp: 'soon' } })],
  ['of another version', apiRequest('GET', 'channels', { params: { auth_version: '2.0' } })],
  [
    'of another path',
    {
      ...apiRequest('GET', 'channels'),
      url: apiRequest('GET', 'channels').url.replace('/channels', '/channels/x'),
    },
  ],
  ['of another method', { ...apiRequest('GET', 'events'), method: 'POST' }],
  [
    'of another body',
    { ...apiRequest('POST', 'events', { body: event }), body: Buffer.from(event.replace('1', '2')) },
  ],
  ['without its body', { ...apiRequest('POST', 'events'), body: Buffer.from(event) }],
  ['not signed', { method: 'GET', url: `/apps/${app.id}/channels`, body: Buffer.of() }],
] as [string, ApiRequest][])('401 an API call %s is rejected', async (_title, request) => {
  expect(await realtime.handleApi(request)).toMatchObject({ status: 401 })
})

test.each([
  [404, apiRequest('GET', 'nothing')],
  [404, { ...apiRequest('GET', 'channels'), url: '/apps/other/channels' }],
  [400, apiRequest('GET', 'channels/%zz')],
  [400, apiRequest('GET', 'channels/%23server-to-user-ada')],
  [400, apiRequest('GET', 'channels/private-x/users')],
  [400, apiRequest('GET', 'channels', { params: { info: 'user_count' } })],
  [400, apiRequest('POST', 'events', { body: '[]' })],
  [400, apiRequest('POST', 'events', { body: '{"name":"e","channel":{},"data":"1"}' })],
  [400, apiRequest('POST', 'events', { body: '{"name":"e","channels":["#x"],"data":"1"}' })],
  [400, apiRequest('POST', 'events', { body: '{"name":"e","channel":"c","data":"1","socket_id":"1.1\\n"}' })],
  [400, apiRequest('POST', 'batch_events', { body: '{"batch":[null]}' })],
  [
    413,
    apiRequest('POST', 'events', {
      body: JSON.stringify({ name: 'e', channel: 'c', data: 'x'.repeat(10_241) }),
    }),
  ],
] as [number, ApiRequest][])('%i is what a wrong API call gets (%#)', async (status, request) => {
  expect(await realtime.handleApi(request)).toEqual({ status, body: { error: expect.any(String) } })
})

const trigger = (changes: object) =>
  apiRequest('POST', 'events', { body: JSON.stringify({ name: 'e', channel: 'c', data: '1', ...changes }) })
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `c-${n}`)
test.each([
  ['characters of a channel’s name', 164, 400, (count) => trigger({ channel: 'c'.repeat(count) })],
  ['characters of an event’s name', 200, 400, (count) => trigger({ name: 'e'.repeat(count) })],
  ['channels of an event', 100, 400, (count) => trigger({ channels: numbered(count) })],
  ['bytes of data', 10_240, 413, (count) => trigger({ data: 'ž'.repeat(count / 2) + 'x'.repeat(count % 2) })],
  [
    'events of a batch',
    10,
    400,
    (count) =>
      apiRequest('POST', 'batch_events', {
        body: JSON.stringify({ batch: numbered(count).map(() => JSON.parse(event)) }),
      }),
  ],
] as [string, number, number, (count: number) => ApiRequest][])(
  'an API call has at most %s: %i, otherwise %i',
  async (_title, count_max, status, request) => {
    expect(await realtime.handleApi(request(count_max))).toMatchObject({ status: 200 })
    expect(await realtime.handleApi(request(count_max + 1))).toMatchObject({ status })
  },
)

test('an API call that was signed nine minutes ago is accepted', async () => {
  const auth_timestamp = String(Math.floor(Date.now() / 1_000) - 9 * 60)
  const request = apiRequest('GET', 'channels', { params: { auth_timestamp } })
  expect(await realtime.handleApi(request)).toMatchObject({ status: 200 })
})

test('413 if one event of a batch is too large, none is sent', async () => {
  const received: string[] = []
  const stop = realtime.listenTo((_channel, name) => received.push(name))
  const batch = [JSON.parse(event), { name: 'f', channel: 'c', data: 'x'.repeat(10_241) }]
  const request = apiRequest('POST', 'batch_events', { body: JSON.stringify({ batch }) })
  expect(await realtime.handleApi(request)).toMatchObject({ status: 413 })
  stop()
  expect(received).toEqual([])
})
