import { createHmac } from 'node:crypto'
import {
  assignConversation,
  changeRole,
  createTag,
  deleteIntegration,
  endSignIn,
  endVisitorSession,
  eraseContact,
  forgotPassword,
  listSignIns,
  openVisitorSession,
  removeMember,
  resetPassword,
  saveDraft,
  sendMessage,
  sendVisitorMessage,
  signIn,
  signOut,
  updateContact,
  updateIdentitySettings,
  updateMember,
} from '@ozvi/contract'
import { RawClient } from '#platform/realtime/test/raw-client.ts'
import { afterAll, expect, test } from 'vitest'
import { type Browser, testServer } from '../../../test/server.ts'
import { openRealtimePort } from '../../../test/realtime-port.ts'

/* What sockets receive when they ignore the rules of the official clients. */

/** How long the server may take to close a connection whose access has ended. */
const within_ms = 5_000

const server = await testServer({}, { isAnswering: false })
const { port, close } = await openRealtimePort(server)
const sockets: RawClient[] = []
afterAll(async () => {
  for (const socket of sockets) socket.drop()
  close()
  await server[Symbol.asyncDispose]()
})

const succeeded = 'pusher_internal:subscription_succeeded'
interface Signature {
  auth: string
  channel_data?: string
}
async function connect() {
  const path = `/app/${server.ctx.secrets.realtime.key}?protocol=7`
  const socket = await RawClient.connect(port, { path })
  sockets.push(socket)
  return socket
}
async function authorize(who: Browser, url: string, body: object) {
  const reply = await who.request('POST', url, body)
  expect(reply.statusCode).toBe(200)
  return reply.json<Signature>()
}
const signFor = (who: Browser, { id }: RawClient, channel_name: string) =>
  authorize(who, who.headers.authorization ? '/api/visitor/broadcasting/auth' : '/api/broadcasting/auth', {
    socket_id: id,
    channel_name,
  })
const subscribe = (socket: RawClient, channel: string, signature: Signature) =>
  socket.send({ event: 'pusher:subscribe', data: { channel, ...signature } })
async function join(who: Browser, socket: RawClient, channel: string) {
  subscribe(socket, channel, await signFor(who, socket, channel))
  await socket.waitFor(succeeded, channel)
}
/** Names of the product's events that a socket received. */
const received = (socket: RawClient) =>
  socket.received
    .filter(({ event }) => event.startsWith('App'))
    .map(({ event }) => event.slice('App\\Events\\'.length))
const message = (body: string) => ({ id: crypto.randomUUID(), body })

/** A conversation with a second member. */
async function workspace() {
  const seeded = await server.seed.conversation()
  const { browser, integration_id, conversation_id, visitor } = seeded
  return {
    ...seeded,
    eve: await server.seed.member(integration_id, 'agent'),
    channels: [
      `presence-integration.${integration_id}`,
      `presence-conversation.${conversation_id}`,
      `private-integration.${integration_id}-orders`,
    ],
    visitorChannel: `private-visitor.${visitor.contact_id}`,
    /**
     * Both sides write, and the team adds a note; resolves once a socket of the owner has received
     * everything.
     */
    async talk() {
      const witness = await connect()
      const channel = `presence-conversation.${conversation_id}`
      await join(browser, witness, channel)
      await visitor.browser.call(sendVisitorMessage, {
        conversation_id,
        ...message('Anybody there?'),
        locale: 'en',
      })
      await browser.call(sendMessage, { integration_id, conversation_id, ...message('a note'), kind: 'note' })
      await browser.call(sendMessage, { integration_id, conversation_id, ...message('the last reply') })
      await witness.until(
        () => witness.received.some(({ data }) => (data as { body?: string })?.body === 'the last reply'),
        'the last reply',
      )
    },
  }
}
type Workspace = Awaited<ReturnType<typeof workspace>>

/** Everything that revokes Eve's access, and whether the same session can subscribe again. */
const endings: Record<string, (of: Workspace) => Promise<unknown>> = {
  'a member who was removed': ({ browser, integration_id, eve }) =>
    browser.call(removeMember, { integration_id, user_id: eve.user.id }),
  'a person who signed out': ({ eve }) => eve.browser.call(signOut, {}),
  'a session that was ended elsewhere': async ({ eve }) => {
    const other = await server.signIn(eve.email, eve.password)
    const sessions = await other.call(listSignIns, {})
    for (const { id, is_current } of sessions)
      if (!is_current) await other.call(endSignIn, { sign_in_id: id })
  },
  'a session from before a password reset': async ({ eve }) => {
    const elsewhere = server.browser()
    await elsewhere.call(forgotPassword, { email: eve.email })
    const token = await server.eventually(async () => {
      const mails = (await server.mailbox.list()).filter(({ to }) => to === eve.email)
      return mails.map(({ text }) => /password\S*token=([\w-]+)/.exec(text)?.[1]).find(Boolean)
    })
    await elsewhere.call(resetPassword, { token, password: 'another horse battery' })
  },
  'a session that another sign-in replaced': async ({ eve }) => {
    const { email, password } = await server.seed.user()
    await eve.browser.call(signIn, { email, password })
  },
}

for (const [who, end] of Object.entries(endings)) {
  test(`SEC-02 SEC-05 SEC-21 ${who} receives nothing with signatures from before, and the socket is closed within 5 s`, async () => {
    const of = await workspace()
    const { eve, channels } = of
    const socket = await connect()
    const ownChannel = `private-user.${eve.user.id}`
    const signatures = new Map<string, Signature>()
    for (const channel of [...channels, ownChannel])
      signatures.set(channel, await signFor(eve.browser, socket, channel))
    const user = await authorize(eve.browser, '/broadcasting/user-auth', { socket_id: socket.id })
    await end(of)
    // Messages in flight when the server closes the socket are ignored as well.
    for (const [channel, signature] of signatures) subscribe(socket, channel, signature)
    socket.send({ event: 'pusher:signin', data: user })
    const [code] = await Promise.all([socket.waitForClose(within_ms), of.talk()])
    expect([received(socket), socket.received.filter(({ event }) => event === succeeded)]).toEqual([[], []])
    expect([4009, 4200]).toContain(code)
  })

  test(`SEC-02 SEC-05 ${who} has a socket that is only signed in as the user closed within 5 s`, async () => {
    const of = await workspace()
    const { eve } = of
    const socket = await connect()
    await join(eve.browser, socket, `private-user.${eve.user.id}`)
    await end(of)
    expect([4009, 4200]).toContain(await socket.waitForClose(within_ms))
  })
}

test('SEC-05 a change to a role that can’t send closes the sockets signed for the member', async () => {
  const { browser, integration_id, eve, channels } = await workspace()
  const socket = await connect()
  await signFor(eve.browser, socket, channels[1]!)
  await browser.call(changeRole, { integration_id, user_id: eve.user.id, role: 'viewer' })
  expect(await socket.waitForClose(within_ms)).toBe(4200)
})

test('SEC-05 S7.06 no one can subscribe to channels of a closed workspace or of its visitors', async () => {
  const of = await workspace()
  const { browser, integration_id, eve, channels, visitor, visitorChannel } = of
  const [unused, waiting, customer] = [await connect(), await connect(), await connect()]
  await join(visitor.browser, customer, visitorChannel)
  await signFor(visitor.browser, waiting, visitorChannel)
  for (const channel of channels) await signFor(eve.browser, unused, channel)
  await browser.call(deleteIntegration, { integration_id })
  for (const socket of [unused, waiting, customer]) expect(await socket.waitForClose(within_ms)).toBe(4200)
})

/** Everything that ends a visitor's session. */
const visitorEndings: Record<string, (of: Workspace) => Promise<unknown>> = {
  'ended it': ({ visitor }) => visitor.browser.call(endVisitorSession, {}),
  'was identified as another person': async ({ browser, integration_id, integration, visitor }) => {
    const { secret } = await browser.call(updateIdentitySettings, { integration_id, mode: 'optional' })
    const pack = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const sign = (sub: string) => {
      const claims = { sub, aud: integration.public_key, exp: Math.floor(Date.now() / 1000) + 300 }
      const text = `${pack({ alg: 'HS256' })}.${pack(claims)}`
      return `${text}.${createHmac('sha256', secret ?? '')
        .update(text)
        .digest('base64url')}`
    }
    const opening = {
      public_key: integration.public_key,
      host_origin: 'https://shop.example',
      locale: 'en',
    } as const
    await visitor.browser.call(openVisitorSession, { ...opening, identity: sign('A-1') })
  },
  'was erased': ({ browser, integration_id, visitor }) =>
    browser.call(eraseContact, { integration_id, contact_id: visitor.contact_id }),
}
for (const [what, end] of Object.entries(visitorEndings)) {
  test(`SEC-02 SEC-21 the sockets of a visitor who ${what} are closed, also with signatures from before`, async () => {
    const of = await workspace()
    const { visitor, visitorChannel, browser, integration_id, conversation_id } = of
    const [live, waiting] = [await connect(), await connect()]
    await join(visitor.browser, live, visitorChannel)
    const signature = await signFor(visitor.browser, waiting, visitorChannel)
    await end(of)
    subscribe(waiting, visitorChannel, signature)
    const before = received(live).length
    await browser
      .call(sendMessage, { integration_id, conversation_id, ...message('Are you there?') })
      .catch(() => undefined)
    expect([await live.waitForClose(within_ms), await waiting.waitForClose(within_ms)]).toEqual([4200, 4200])
    expect(received(live).slice(before).concat(received(waiting))).not.toContain('MessageSent')
  })
}

test('SEC-05 if an agent’s access is limited, events list the members who can receive them', async () => {
  const of = await workspace()
  const { browser, integration_id, conversation_id, channels, visitor, eve, user } = of
  await browser.call(updateMember, { integration_id, user_id: eve.user.id, conversation_access: 'own' })
  const other = await server.seed.user()
  const [outsider, owner] = [await connect(), await connect()]
  // As if the server had signed for someone who isn't a member.
  for (const [socket, user_id] of [
    [outsider, other.user.id],
    [owner, user.id],
  ] as const)
    for (const channel of channels) {
      subscribe(socket, channel, server.realtime.signChannel(socket.id, channel, { user_id }))
      await socket.waitFor(succeeded, channel)
    }
  const before = received(outsider).length
  await of.talk()
  await browser.call(assignConversation, { integration_id, conversation_id, assignee_id: eve.user.id })
  await of.talk()
  const tag = await browser.call(createTag, { integration_id, name: 'VIP' })
  await browser.call(updateContact, { integration_id, contact_id: visitor.contact_id, add_tag_ids: [tag.id] })
  await owner.until(() => received(owner).includes('ContactChanged'), 'the change')
  await outsider.flush()
  const about = [
    'MessageSent',
    'ConversationChanged',
    'ConversationHidden',
    'ContactChanged',
    'ContactTimelineAdded',
  ]
  expect(
    received(outsider)
      .slice(before)
      .filter((name) => about.includes(name)),
  ).toEqual([])
  expect(received(owner)).toEqual(
    expect.arrayContaining(['MessageSent', 'ConversationChanged', 'ContactChanged']),
  )
})

test('SEC-22 a visitor’s socket receives no notes and drafts, and no ids and addresses of members', async () => {
  const of = await workspace()
  const { browser, integration_id, conversation_id, visitor, visitorChannel, eve, user, email } = of
  browser.address = '203.0.113.7'
  const socket = await connect()
  await join(visitor.browser, socket, visitorChannel)
  const draft = { mode: 'text', text: 'an unsent draft', changed_at: new Date().toISOString() } as const
  await browser.call(saveDraft, { integration_id, conversation_id, ...draft })
  await browser.call(assignConversation, { integration_id, conversation_id, assignee_id: eve.user.id })
  await of.talk()
  const frames = () => JSON.stringify(socket.received)
  await socket.until(() => frames().includes('the last reply'), 'the last reply')
  const team = [email, user.id, eve.email, eve.user.id, integration_id, '203.0.113', 'assignee_id']
  for (const secret of ['a note', 'an unsent draft', ...team]) expect(frames()).not.toContain(secret)
})

test('SEC-21 a signature older than a minute is rejected', async () => {
  const { browser, channels, visitor, visitorChannel, user } = await workspace()
  const [member, customer] = [await connect(), await connect()]
  const signatures = new Map<string, Signature>()
  for (const channel of [...channels, `private-user.${user.id}`])
    signatures.set(channel, await signFor(browser, member, channel))
  const account = await authorize(browser, '/broadcasting/user-auth', { socket_id: member.id })
  const visitors = await signFor(visitor.browser, customer, visitorChannel)
  await server.later(61_000, async () => {
    for (const [channel, signature] of signatures) {
      subscribe(member, channel, signature)
      const rejected = await member.waitFor('pusher:subscription_error', channel)
      expect(rejected.data).toMatchObject({ type: 'AuthError', status: 401 })
    }
    subscribe(customer, visitorChannel, visitors)
    await customer.waitFor('pusher:subscription_error', visitorChannel)
    member.send({ event: 'pusher:signin', data: account })
    expect(await member.waitForClose(within_ms)).toBe(4009)
  })
})
