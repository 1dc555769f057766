import {
  activateIntegration,
  createIntegration,
  linkSingleSignOn,
  requireTwoFactor,
  saveContactColumns,
  saveDraft,
  sendMessage,
  sendVisitorMessage,
  signOut,
  stopTwoFactor,
} from '@ozvi/contract'
import { RawClient } from '#platform/realtime/test/raw-client.ts'
import { afterAll, expect, test } from 'vitest'
import type { Browser } from '../../../test/server.ts'
import { addKey, turnOnTwoFactor } from '../../../test/second-factors.ts'
import { ssoScene } from './test/sso-scene.ts'
import { openRealtimePort } from '../../../test/realtime-port.ts'

const { server, company, person, passSso, account } = await ssoScene()
const { port, close } = await openRealtimePort(server)
afterAll(close)

/** A socket on a channel, by the product's own authorization. */
async function listen(who: Browser, channel: string) {
  const socket = await RawClient.connect(port, {
    path: `/app/${server.ctx.secrets.realtime.key}?protocol=7`,
  })
  const auth = await who.request('POST', '/api/broadcasting/auth', {
    socket_id: socket.id,
    channel_name: channel,
  })
  expect(auth.statusCode).toBe(200)
  socket.send({ event: 'pusher:subscribe', data: { channel, ...auth.json() } })
  await socket.waitFor('pusher_internal:subscription_succeeded', channel)
  return socket
}

async function draftIn({ id: integration_id, public_key }: { id: string; public_key: string }, who: Browser) {
  const visitor = await server.seed.visitor(public_key)
  const conversation_id = crypto.randomUUID()
  const message = { conversation_id, id: crypto.randomUUID(), body: 'Hello?', locale: 'en' as const }
  await visitor.browser.call(sendVisitorMessage, message)
  const changed_at = new Date().toISOString()
  const draft = { mode: 'note' as const, text: 'for us only', changed_at }
  await who.call(saveDraft, { integration_id, conversation_id, ...draft })
}

test('SEC-11 SEC-21 a session of single sign-on alone receives events of its workspace on its user’s channel, and of no other', async () => {
  const { integration_id, domain } = await company()
  const known = await account(domain)
  const other = await known.browser.call(createIntegration, { name: 'Other', url: 'https://shop.example' })
  const subject = person(known.email)
  const linked = server.browser()
  await passSso(linked, subject, { email: known.email })
  await linked.call(linkSingleSignOn, { password: known.password })
  const provided = server.browser()
  await passSso(provided, subject, { integration_id })
  const [full, limited] = [
    await listen(linked, `private-user.${known.user.id}`),
    await listen(provided, `private-user.${known.user.id}`),
  ] as const

  await draftIn(other, linked)
  await full.waitFor('App\\Events\\DraftChanged')
  await linked.call(saveContactColumns, { integration_id, columns: ['last_seen'] })
  await limited.waitFor('App\\Events\\ContactColumnsChanged')
  expect(limited.received.map(({ event }) => event)).not.toContain('App\\Events\\DraftChanged')

  await provided.call(signOut, {})
  expect(await limited.waitForClose()).toBe(4200)
})

test('4200 SEC-21 without its second factor a session loses the channels of workspaces that require one', async () => {
  const { integration_id, owner } = await server.seed.integration()
  await turnOnTwoFactor(server, owner.browser)
  await owner.browser.call(requireTwoFactor, { integration_id, is_needed: true })
  const socket = await listen(owner.browser, `presence-integration.${integration_id}`)
  await owner.browser.call(stopTwoFactor, {})
  expect(await socket.waitForClose()).toBe(4200)
})

/** A member whose session one of two workspaces doesn't admit, since it requires two factors. */
async function limited() {
  const scene = await server.seed.conversation()
  const { integration, owner } = scene
  const member = await server.seed.member(integration.id, 'agent')
  const own = await member.browser.call(createIntegration, { name: 'Own', url: 'https://own.example' })
  await turnOnTwoFactor(server, owner.browser)
  await owner.browser.call(requireTwoFactor, { integration_id: integration.id, is_needed: true })
  return { ...scene, member, own, channel: `private-user.${member.user.id}` }
}

test('SEC-21 a session without a second factor receives nothing of a workspace that requires one', async () => {
  const { integration, owner, conversation_id, member, own, channel } = await limited()
  const socket = await listen(member.browser, channel)

  const emitted = server.watch(channel, 'NotificationChanged')
  await owner.browser.call(sendMessage, {
    integration_id: integration.id,
    conversation_id,
    id: crypto.randomUUID(),
    kind: 'note',
    body: `@${member.name} a secret`,
  })
  await server.eventually(() => emitted[0])
  await member.browser.call(saveContactColumns, { integration_id: own.id, columns: ['last_seen'] })
  await socket.waitFor('App\\Events\\ContactColumnsChanged')
  expect(socket.received.map(({ event }) => event)).not.toContain('App\\Events\\NotificationChanged')
})

test('4200 a socket with the events of one workspace is authorized again when another one becomes active', async () => {
  const { member, own, channel } = await limited()
  const before = await listen(member.browser, channel)
  const { id } = await member.browser.call(createIntegration, { name: 'New', url: 'https://new.example' })
  expect(await before.waitForClose()).toBe(4200)
  const onNew = await listen(member.browser, channel)
  await member.browser.call(saveContactColumns, { integration_id: id, columns: ['last_seen'] })
  await onNew.waitFor('App\\Events\\ContactColumnsChanged')
  await member.browser.call(activateIntegration, { integration_id: own.id })
  expect(await onNew.waitForClose()).toBe(4200)
})

test('4200 a socket with the events of one workspace gets those of all with a passkey', async () => {
  const { integration, member, channel } = await limited()
  const before = await listen(member.browser, channel)
  await addKey(member.browser)
  expect(await before.waitForClose()).toBe(4200)
  const socket = await listen(member.browser, channel)
  await member.browser.call(saveContactColumns, { integration_id: integration.id, columns: ['last_seen'] })
  await socket.waitFor('App\\Events\\ContactColumnsChanged')
})
