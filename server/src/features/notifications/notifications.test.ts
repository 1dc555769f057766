import {
  applyNotificationChanged,
  deleteMessage,
  applyNotificationsRead,
  requestPerson,
  assignConversation,
  getNotificationPreferences,
  listNotifications,
  markSeen,
  type MemberNotification,
  notificationChanged,
  type NotificationKind,
  notificationsRead,
  type Parsed,
  markNotificationsRead,
  sendMessage,
  sendVisitorMessage,
  setStatus,
  suggestCannedReply,
  unsubscribeNotificationEmails,
  updateIntegration,
  updateNotificationPreferences,
  updateProfile,
  updateTargets,
} from '@ozvi/contract'
import type * as schemas from '@ozvi/contract/schemas'
import { afterAll, expect, test } from 'vitest'
import { markOverdue } from '#features/conversations'
import { mailUnseen } from '#features/notifications'
import type { Tx } from '#platform/context/context.ts'
import { duringTransaction, hasOverlap } from '../../../test/during-transaction.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const minute = 60_000

/** A workspace with its owner and an agent. */
async function staffed() {
  const created = await server.seed.integration()
  return { ...created, agent: await server.seed.member(created.integration_id, 'agent') }
}
const shared = await staffed()

const noticesOf = async (
  who: { browser: (typeof shared)['browser'] },
  { integration_id, conversation_id }: { integration_id: string; conversation_id: string },
) =>
  (await who.browser.call(listNotifications, { integration_id })).filter(
    (notification) => notification.conversation_id === conversation_id,
  )

/** A separate conversation that will wait for the team. */
async function waiting(team = shared) {
  const { integration_id } = team
  const visitor = await server.seed.visitor(team.integration.public_key)
  const conversation_id = crypto.randomUUID()
  const write = (body = 'And now?') =>
    visitor.browser.call(sendVisitorMessage, {
      conversation_id,
      id: crypto.randomUUID(),
      body,
      locale: 'en',
    })
  await write('Hello?')
  const key = { integration_id, conversation_id }
  const askQuestion = () => visitor.browser.call(requestPerson, { conversation_id })
  return {
    ...team,
    conversation_id,
    key,
    askQuestion,
    write,
    sendText: (who = team.browser, body = 'Hello', kind: 'text' | 'note' = 'text') =>
      who.call(sendMessage, { ...key, id: crypto.randomUUID(), body, kind }),
    assign: (assignee_id: string | null, by = team.browser) =>
      by.call(assignConversation, { ...key, assignee_id }),
    notices: (who: { browser: typeof team.browser }) => noticesOf(who, key),
    unread: async (who: { browser: typeof team.browser }): Promise<NotificationKind[]> =>
      (await noticesOf(who, key)).flatMap(({ kind, is_read }) => (is_read ? [] : [kind])),
    choose: (who: { browser: typeof team.browser }, changes: object) =>
      who.browser.call(updateNotificationPreferences, { integration_id, ...changes }),
    mails: async (to: string) =>
      (await server.mailbox.list()).filter((mail) => mail.to === to && mail.unsubscribe_url),
  }
}

test('a conversation waiting for the team notifies members who can reply, until one of them takes it', async () => {
  const {
    askQuestion,
    write,
    notices: notifications,
    unread,
    assign,
    agent,
    owner,
    user,
    integration_id,
  } = await waiting()
  const viewer = await server.seed.member(integration_id, 'viewer')
  await write()
  expect(await notifications(owner)).toEqual([])
  await askQuestion()
  await write('Is anybody there?')
  const [notification, ...others] = await notifications(agent)
  expect(others).toEqual([])
  expect(notification).toMatchObject({
    kind: 'unassigned',
    count: 2,
    preview: 'Is anybody there?',
    is_read: false,
  })
  expect(await notifications(viewer)).toEqual([])
  await assign(agent.user.id)
  expect(await unread(owner)).toEqual([])
  expect(await unread(agent)).toEqual(['assigned'])
  expect((await notifications(agent))[0]?.actor_name).toBe(user.name)
  await write('Hello?')
  expect(await unread(agent)).toEqual(['replied', 'assigned'])
  expect(await unread(owner)).toEqual([])
})

test('members are notified of mentions and overdue replies, but not of their own actions', async () => {
  const { askQuestion, sendText, unread, assign, agent, owner, browser, integration_id } = await waiting()
  await browser.call(updateTargets, { integration_id, first_reply_min: { none: 15 } })
  await askQuestion()
  await assign(owner.user.id)
  expect(await unread(owner)).toEqual([])
  await sendText(browser, `@${agent.name} please look`, 'note')
  expect(await unread(agent)).toEqual(['mentioned'])
  await server.later(20 * minute, () => markOverdue(server.ctx))
  await browser.call(updateTargets, { integration_id, first_reply_min: { none: null } })
  expect(await unread(owner)).toEqual(['overdue'])
  await sendText()
  expect(await unread(owner)).toEqual([])
})

test('a deleted note is no longer quoted', async () => {
  const { sendText, notices: notifications, agent, browser, key } = await waiting()
  const note = await sendText(browser, `@${agent.name} secret`, 'note')
  expect((await notifications(agent))[0]?.preview).toContain('secret')
  await browser.call(deleteMessage, { ...key, message_id: note.id })
  expect((await notifications(agent))[0]?.preview).toBe('')
})

test('a notification seen in the conversation is marked as read, and all can be marked at once', async () => {
  const { askQuestion, write, unread, notices: notifications, key, agent, owner, browser } = await waiting()
  await askQuestion()
  await write()
  const [notification] = await notifications(owner)
  await browser.call(markSeen, { ...key, seq: (notification?.seq ?? 0) - 1 })
  expect(await unread(owner)).toEqual(['unassigned'])
  await browser.call(markSeen, { ...key, seq: notification?.seq ?? 0 })
  expect(await unread(owner)).toEqual([])
  expect(await unread(agent)).toEqual(['unassigned'])
  await agent.browser.call(markNotificationsRead, { integration_id: key.integration_id })
  expect(await unread(agent)).toEqual([])
  await write('Again')
  expect((await notifications(agent)).map(({ count, is_read }) => [count, is_read])).toEqual([
    [1, false],
    [2, true],
  ])
})

test('REL-04 old state + events = new state for notifications', async () => {
  const { askQuestion, write, sendText, assign, notices: notifications, agent, browser } = await waiting()
  const events = server.watch(notificationChanged.channel({ user_id: agent.user.id }))
  const before = await notifications(agent)
  await askQuestion()
  await write()
  await assign(agent.user.id)
  await write('And this')
  await sendText(agent.browser)
  await assign(null)
  await sendText(browser, `@${agent.name} and you?`, 'note')
  const after = await notifications(agent)
  expect(after).toHaveLength(4)
  const state = () =>
    events.reduce<MemberNotification[]>((list, { event, data }) => {
      // Each event has the type of its schema.
      if (event === notificationChanged.name)
        return applyNotificationChanged(
          list,
          (data as Parsed<typeof schemas.notificationChanged>).notification,
        )
      return event === notificationsRead.name
        ? applyNotificationsRead(list, data as Parsed<typeof schemas.notificationsRead>)
        : list
    }, before)
  await expect.poll(state, { timeout: 15_000 }).toEqual(after)
})

test('quiet hours, a channel or a workspace that is turned off cause no notifications', async () => {
  const { askQuestion, write, choose, notices: notifications, agent, owner } = await waiting(await staffed())
  const { kinds } = await choose(agent, {
    quiet_hours: { is_on: true, from: '00:00', to: '00:00' },
    volume: 10,
  })
  await choose(owner, { kinds: { ...kinds, unassigned: { ...kinds.unassigned, sound: false } } })
  const watchNotifications = (who: typeof agent) =>
    server.watch(notificationChanged.channel({ user_id: who.user.id }))
  const [events, quiet] = [watchNotifications(owner), watchNotifications(agent)]
  await askQuestion()
  await write()
  await expect.poll(() => [events.length, quiet.length], { timeout: 15_000 }).toEqual([2, 2])
  expect(events.map(({ data }) => data)).toMatchObject([
    { shows_desktop: true, plays_sound: false, volume: 60 },
    // The team is alerted once.
    { shows_desktop: false, plays_sound: false },
  ])
  expect(quiet[0]?.data).toMatchObject({ shows_desktop: false, plays_sound: false, volume: 10 })
  await choose(agent, { is_on: false })
  await write('And now?')
  expect((await notifications(agent))[0]?.count).toBe(2)
  expect((await notifications(owner))[0]?.count).toBe(3)
})

test('422: preferences name the invalid field', async () => {
  const { choose, owner } = await waiting()
  const expectErrors = (changes: object, errors: object) =>
    expect(choose(owner, changes)).rejects.toMatchObject({ errors })
  await expectErrors({ volume: 101 }, { volume: [expect.any(String)] })
  await expectErrors(
    { quiet_hours: { is_on: true, from: '25:00', to: '07:00' } },
    { 'quiet_hours.from': [expect.any(String)] },
  )
  await expectErrors({ time_zone: 'Nowhere' }, { time_zone: [expect.any(String)] })
})

test('REL-23 unread notifications are emailed once, in one email, after the delay; those read in the meantime aren’t', async () => {
  const { askQuestion, write, assign, sendText, mails, agent, owner, browser, conversation_id } =
    await waiting(await staffed())
  await askQuestion()
  await assign(agent.user.id)
  await write('Where is my order?')
  await server.later(10 * minute, () => mailUnseen(server.ctx))
  expect(await mails(agent.email)).toEqual([])
  await server.later(16 * minute, async () => {
    await Promise.all([mailUnseen(server.ctx), mailUnseen(server.ctx)])
    await mailUnseen(server.ctx)
  })
  const [mail] = await server.eventually(async () => {
    const matches = await mails(agent.email)
    return matches.length > 0 ? matches : undefined
  })
  expect(mail?.subject).toBe('1 conversation is waiting for you')
  expect(mail?.text).toContain('assigned to you')
  expect(mail?.text).toContain(`/conversation/${conversation_id}`)
  expect(mail?.text).not.toContain('Where is my order?')
  // Mentioned, and seen by replying.
  await sendText(browser, `@${agent.name} please look`, 'note')
  await sendText(agent.browser)
  await server.later(60 * minute, () => mailUnseen(server.ctx))
  await write('Thank you')
  await server.later(120 * minute, () => mailUnseen(server.ctx))
  const sent = await server.eventually(async () => {
    const matches = await mails(agent.email)
    return matches.length > 1 ? matches : undefined
  })
  expect(sent).toHaveLength(2)
  expect(sent.filter(({ text }) => text.includes('mentioned'))).toEqual([])
  expect(await mails(owner.email)).toEqual([])
})

test('SEC-29 names and messages are text in HTML emails', async () => {
  const hostile = `</p><script>alert(1)</script><img src=x onerror="alert(2)">`
  const { askQuestion, sendText, mails, choose, agent, integration_id, browser } = await waiting(
    await staffed(),
  )
  await choose(agent, { include_text: true })
  await browser.call(updateProfile, { name: hostile })
  await browser.call(updateIntegration, { integration_id, name: hostile })
  await askQuestion()
  await sendText(browser, `@${agent.name} ${hostile}`, 'note')
  await server.later(16 * minute, () => mailUnseen(server.ctx))
  const [mail] = await server.eventually(async () => {
    const matches = await mails(agent.email)
    return matches.length > 0 ? matches : undefined
  })
  expect(mail?.text).toContain('<script>alert(1)')
  expect(mail?.html).toContain('&#60;script&#62;alert(1)')
  expect(mail?.html).not.toMatch(/<script|<img/)
})

test('unsubscribing by the link or the email program stops all emails of that type', async () => {
  const { askQuestion, assign, mails, choose, agent, integration_id } = await waiting(await staffed())
  await choose(agent, { include_text: true })
  await askQuestion()
  await assign(agent.user.id)
  await server.later(16 * minute, () => mailUnseen(server.ctx))
  const [mail] = await server.eventually(async () => {
    const matches = await mails(agent.email)
    return matches.length > 0 ? matches : undefined
  })
  expect(mail?.text).toContain('Eva Nováková')
  const url = new URL(mail?.unsubscribe_url ?? '')
  const token = url.searchParams.get('token') ?? ''
  expect(mail?.text).toContain(`/stop-mails?token=${token}`)
  const otherUser = server.browser()
  const forged = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`
  await expect(otherUser.call(unsubscribeNotificationEmails, { token: forged })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  const reply = await server.app.inject({
    method: 'POST',
    url: url.pathname + url.search,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(reply.statusCode).toBe(200)
  const mailed = async () =>
    Object.values((await agent.browser.call(getNotificationPreferences, { integration_id })).kinds).filter(
      (channels) => channels.email,
    )
  expect(await mailed()).toEqual([])
  expect(await otherUser.call(unsubscribeNotificationEmails, { token })).toEqual({ workspace: 'Shop' })
})

test('SEC-10 404: another workspace’s notifications and preferences', async () => {
  const a = await waiting()
  const b = await server.seed.integration()
  await a.askQuestion()
  const of = { integration_id: a.integration_id }
  const absent = { code: 'not_found' }
  await expect(b.browser.call(listNotifications, of)).rejects.toMatchObject(absent)
  await expect(b.browser.call(markNotificationsRead, of)).rejects.toMatchObject(absent)
  await expect(b.browser.call(getNotificationPreferences, of)).rejects.toMatchObject(absent)
  await expect(b.browser.call(updateNotificationPreferences, { ...of, is_on: false })).rejects.toMatchObject(
    absent,
  )
  const ids = (await a.notices(a.owner)).map(({ id }) => id)
  await b.browser.call(markNotificationsRead, { integration_id: b.integration_id, ids })
  await a.agent.browser.call(markNotificationsRead, { ...of, ids })
  expect(await a.unread(a.owner)).toEqual(['unassigned'])
})

test('resolving a conversation marks its notifications as read', async () => {
  const { askQuestion, unread, key, browser, agent } = await waiting()
  await askQuestion()
  await browser.call(setStatus, { ...key, status: 'resolved' })
  expect(await unread(agent)).toEqual([])
})

const removing = (integration_id: string, user_id: string) => (tx: Tx) =>
  tx
    .deleteFrom('member')
    .where('integration_id', '=', integration_id)
    .where('user_id', '=', user_id)
    .execute()

test.skipIf(!hasOverlap)(
  'a member who is removed in the meantime isn’t notified, and the others are',
  async () => {
    const team = await staffed()
    const { askQuestion, unread, browser, integration_id, agent } = await waiting(team)
    await duringTransaction(server.ctx, removing(integration_id, agent.user.id), askQuestion)
    expect(await unread({ browser })).toEqual(['unassigned'])
  },
)

test.skipIf(!hasOverlap)('a suggestion notifies no member who is removed in the meantime', async () => {
  const { browser, integration_id, agent } = await staffed()
  const editor = await server.seed.member(integration_id, 'editor')
  await duringTransaction(server.ctx, removing(integration_id, editor.user.id), () =>
    agent.browser.call(suggestCannedReply, {
      integration_id,
      suggestion_id: crypto.randomUUID(),
      shortcut: 'hours',
      title: 'Hours',
      body: 'We are open from 9 to 17.',
      locale: null,
      file_ids: [],
    }),
  )
  expect(await browser.call(listNotifications, { integration_id })).toMatchObject([{ kind: 'suggested' }])
})
