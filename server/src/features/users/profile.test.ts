import {
  assignConversation,
  avatarPath,
  getIntegration,
  getUser,
  inviteUser,
  leaveTeam,
  listMessages,
  listUsers,
  listVisitorConversations,
  listVisitorMessages,
  type Profile,
  removeAvatar,
  sendMessage,
  setTyping,
  teamChanged,
  updateOwnWorkSettings,
  updateProfile,
  uploadAvatar,
} from '@ozvi/contract'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { type Browser, testServer } from '../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const some = [expect.any(String)]

async function sendPicture(who: Browser, content: Uint8Array | string, name = 'me.jpg') {
  const fields = new FormData()
  fields.set('file', new File([typeof content === 'string' ? content : Uint8Array.from(content)], name))
  const body = new Response(fields)
  const reply = await who.request('POST', uploadAvatar.path, Buffer.from(await body.arrayBuffer()), {
    'content-type': body.headers.get('content-type') ?? '',
  })
  // The reply's own schema, or an error.
  const { data, errors } = reply.json() as { data: Profile; errors?: Record<string, string[]> }
  return { status: reply.statusCode, data, errors }
}
/** A photo as a phone takes it: with GPS data, and rotated. */
const photo = () =>
  sharp({ create: { width: 300, height: 600, channels: 3, background: '#c00' } })
    .composite([
      {
        input: { create: { width: 300, height: 300, channels: 3, background: '#00c' } },
        top: 0,
        left: 0,
      },
    ])
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Copyright: 'kanarikovo' } })
    .jpeg()
    .toBuffer()
/** The number of stored pictures. */
const keptKeys = async () =>
  (
    await server.ctx.db
      .selectFrom('app_user')
      .where('avatar_key', 'is not', null)
      .select('avatar_key')
      .execute()
  ).flatMap(({ avatar_key }) => avatar_key ?? [])

test('S3.01 a picture is cropped, re-encoded, served at its URL and shown to members until it is removed', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const notified = server.watch(`presence-integration.${integration_id}`, 'TeamChanged')
  const { status, data } = await sendPicture(browser, await photo())
  expect(status).toBe(200)
  const path = avatarPath(data.avatar_id ?? '')
  const reply = await server.browser().request('GET', path)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/webp'])
  const drawn = sharp(reply.rawPayload)
  expect(await drawn.metadata()).toMatchObject({ width: 256, height: 256 })
  expect((await drawn.metadata()).exif).toBeUndefined()
  expect(reply.rawPayload.includes('kanarikovo')).toBe(false)
  // upright: its top is on the right
  const colorAt = async (left: number) => {
    const part = sharp(reply.rawPayload).extract({ left, top: 100, width: 1, height: 1 })
    const [red = 0, , blue = 0] = await part.raw().toBuffer()
    return red > blue ? 'red' : 'blue'
  }
  expect([await colorAt(5), await colorAt(250)]).toEqual(['red', 'blue'])
  expect((await browser.call(getUser, {})).avatar_id).toBe(data.avatar_id)
  expect((await browser.call(listUsers, {})).users[0]?.avatar_id).toBe(data.avatar_id)
  const { members } = await browser.call(getIntegration, { integration_id, with: 'members' })
  expect(members?.map(({ avatar }) => avatar)).toEqual([path])
  expect(notified.length).toBe(1)

  const [first = ''] = await keptKeys()
  await sendPicture(
    browser,
    await sharp(await photo())
      .png()
      .toBuffer(),
    'me.png',
  )
  expect(await server.ctx.files.get(first)).toBeUndefined()
  const [second = ''] = await keptKeys()
  await browser.call(removeAvatar, {})
  expect(await server.ctx.files.get(second)).toBeUndefined()
  expect((await server.browser().request('GET', path)).statusCode).toBe(404)
  expect((await browser.call(getUser, {})).avatar_id).toBeNull()
})

test('422: a file that isn’t a picture, or is broken, is rejected at its field, and nothing is stored', async () => {
  const { browser } = await server.seed.user()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  for (const [content, name] of [
    [svg, 'me.png'],
    ['words', 'me.jpg'],
    [(await photo()).subarray(0, 400), 'me.jpg'],
  ] as const)
    expect(await sendPicture(browser, content, name)).toMatchObject({ status: 422, errors: { file: some } })
  for (const input of [{ name: '' }, { name: 'x'.repeat(101) }, { time_zone: 'Europe/Nowhere' }])
    await expect(browser.call(updateProfile, input)).rejects.toMatchObject({
      code: 'invalid_input',
      errors: { [Object.keys(input)[0] ?? '']: some },
    })
  expect(await browser.call(getUser, {})).toMatchObject({ avatar_id: null, time_zone: null })
})

test('S1.07 emails use the language that was chosen last, and no one else is notified', async () => {
  const { browser, integration_id } = await server.seed.integration()
  browser.headers['accept-language'] = 'en'
  expect(await browser.call(getUser, {})).toMatchObject({ locale: 'en' })
  const events = server.watch(teamChanged.channel({ integration_id }), teamChanged.name)
  const subjectTo = async (email: string) => {
    await browser.call(inviteUser, { email })
    return (await server.mailTo(email)).subject
  }
  expect(await subjectTo('first@guest.example')).toBe('You’re invited to a workspace on Ozvi')
  const { name } = await browser.call(getUser, {})
  expect(await browser.call(updateProfile, { locale: 'sk' })).toMatchObject({ name, locale: 'sk' })
  expect(await browser.call(getUser, {})).toMatchObject({ locale: 'sk' })
  expect(await subjectTo('second@guest.example')).toBe('Pozvánka do pracovného priestoru v Ozvi')
  // One for each invitation.
  expect(events).toHaveLength(2)
})

test('old state + events = new state: customers see a member’s public name and picture, the team the member’s own', async () => {
  const { browser, integration_id, conversation_id, visitor, user } = await server.seed.conversation()
  const key = { integration_id, conversation_id }
  const sendText = (body: string) => browser.call(sendMessage, { ...key, id: crypto.randomUUID(), body })
  await sendText('Hello.')
  const events = server.watch(`private-visitor.${visitor.contact_id}`)
  const { data } = await sendPicture(browser, await photo())
  await browser.call(updateProfile, { time_zone: 'Europe/Bratislava' })
  await browser.call(updateOwnWorkSettings, {
    integration_id,
    display_name: 'Evička',
    signature: 'Eva, Green Bean',
  })
  expect((await browser.call(listUsers, {})).users[0]).toMatchObject({
    name: 'Eva Nováková',
    display_name: 'Evička',
    signature: 'Eva, Green Bean',
    time_zone: 'Europe/Bratislava',
    avatar_id: data.avatar_id,
  })
  const rows = () => visitor.browser.call(listVisitorConversations, {})
  const existing = { assignee_name: 'Evička', assignee_avatar: data.avatar_id }
  await server.eventually(() =>
    events.find(
      ({ event, data }) => event === 'ConversationChanged' && JSON.stringify(data).includes('Evička'),
    ),
  )
  expect(await rows()).toMatchObject([existing])

  await sendText('How can I help?')
  await browser.call(setTyping, { ...key, is_typing: true })
  const messages = await visitor.browser.call(listVisitorMessages, { conversation_id })
  const last = messages.at(-1)
  expect(last).toMatchObject({ author_name: 'Evička', author_avatar: data.avatar_id })
  expect(events.filter(({ event }) => event === 'MessageSent').at(-1)?.data).toEqual(last)
  expect(events.find(({ event }) => event === 'TypingChanged')?.data).toMatchObject({ name: 'Evička' })
  // older messages keep the name they were sent under
  expect(messages.find(({ body }) => body === 'Hello.')?.author_name).toBe('Eva Nováková')
  expect((await browser.call(listMessages, key)).at(-1)?.author_name).toBe('Eva Nováková')

  const other = await server.seed.member(integration_id, 'agent')
  await other.browser.call(updateOwnWorkSettings, { integration_id, display_name: 'Jano' })
  await other.browser.call(sendMessage, { ...key, id: crypto.randomUUID(), body: 'Me too.' })
  await browser.call(assignConversation, { ...key, assignee_id: user.id })
  await other.browser.call(leaveTeam, { integration_id })
  // a name isn't revealed after its bearer has left
  const left = (await visitor.browser.call(listVisitorMessages, { conversation_id })).at(-1)
  expect(left).toMatchObject({ author_name: 'Jano', author_avatar: null })
})
