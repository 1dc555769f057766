import {
  applyConversationChanged,
  blockContact,
  type Conversation,
  describeVisitor,
  getContact,
  getConversation,
  listConversations,
  listMessages,
  listVisitorConversations,
  listVisitorMessages,
  mergeContact,
  markVisitorSeen,
  openVisitorSession,
  saveDraft,
  sendMessage,
  sendVisitorMessage,
  startConversation,
  unsubscribeContactEmails,
  updateContact,
  updateMember,
  updateTargets,
  visitorConversationChanged,
  visitorMessageSent,
  day_ms,
  hour_ms,
  minute_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { type Browser, testServer } from '../../../../test/server.ts'
import { deleteEmptyConversations } from './outbound.ts'
import { mailUnseenReplies } from './reply-mails.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const away_ms = 3 * minute_ms
let people = 0

/** A workspace with a past visitor and several ways to write to them first. */
async function shop() {
  const created = await server.seed.integration()
  const { integration_id, integration, browser } = created
  const visitor = await server.seed.visitor(integration.public_key)
  const { contact_id } = visitor
  const email = `jana-${++people}@example.com`
  /** A contact known from elsewhere. */
  const existing = async (details: { email?: string; name?: string } = {}) =>
    (
      await server.ctx.transaction((tx) =>
        tx
          .insertInto('contact')
          .values({ integration_id, kind: 'lead', locale: 'sk', ...details })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
    ).id
  const start = (id = crypto.randomUUID(), with_id = contact_id, who: Browser = browser) =>
    who.call(startConversation, { integration_id, contact_id: with_id, id })
  const sendText = (conversation_id: string, body = 'Your kettle is ready') =>
    browser.call(sendMessage, { integration_id, conversation_id, id: crypto.randomUUID(), body })
  const mailed = async (to = email) => (await server.mailbox.list()).filter((mail) => mail.to === to)
  /** The email sent after the customer has been away long enough. */
  async function mailOf(to = email) {
    const previous = (await mailed(to)).length
    await server.later(away_ms, () => mailUnseenReplies(server.ctx))
    return server.eventually(async () => {
      const row = await mailed(to)
      return row.length > previous ? row[0] : undefined
    })
  }
  return { ...created, visitor, contact_id, email, known: existing, start, sendText, mailed, mailOf }
}
const invalid = (field: string, code: string) => ({
  code: 'invalid_input',
  errors: { [field]: [expect.stringContaining(code)] },
})

test('REL-04 old state + events = new state: a member writes first, and the conversation is assigned to them', async () => {
  const { browser, integration_id, user, start, sendText, contact_id } = await shop()
  const events = server.watch(`presence-integration.${integration_id}`, 'ConversationChanged')
  const id = crypto.randomUUID()
  const started = await start(id)
  expect(started).toMatchObject({ id, status: 'open', handler: 'team', assignee_id: user.id, subject: '' })
  expect(await start(id)).toEqual(started)
  // It has no messages yet, so no second conversation with the contact is created.
  expect((await start()).id).toBe(id)
  const sent = await sendText(id)
  expect(sent.seq).toBe(2)
  const after = await browser.call(listConversations, { integration_id })
  expect(after.items).toHaveLength(1)
  expect(after.items[0]).toMatchObject({
    subject: 'Your kettle is ready',
    status: 'waiting',
    waiting_since: null,
    contact: { id: contact_id },
  })
  const notified = events.map(({ data }) => data as Conversation).reduce(applyConversationChanged, [])
  expect(notified.map((row) => ({ ...row, seen_seq: 0 }))).toEqual(
    after.items.map((row) => ({ ...row, seen_seq: 0 })),
  )
  const [line] = await browser.call(listMessages, { integration_id, conversation_id: id })
  expect(line).toMatchObject({
    kind: 'event',
    details: { event: 'started', via_chat: true, via_email: false },
  })
  expect((await start()).id).not.toBe(id)
})

test('the customer is notified with the first reply, never before, and answers in the same conversation', async () => {
  const { browser, integration_id, visitor, start, sendText } = await shop()
  const channel = visitorMessageSent.channel({ visitor_id: visitor.contact_id })
  const events = server.watch(channel)
  const { id } = await start()
  await browser.call(sendMessage, {
    integration_id,
    conversation_id: id,
    id: crypto.randomUUID(),
    body: 'Ask about the lid',
    kind: 'note',
  })
  expect(await visitor.browser.call(listVisitorConversations, {})).toEqual([])
  expect(events).toEqual([])
  const { seq } = await sendText(id)
  expect(events.map(({ event }) => event)).toEqual(
    expect.arrayContaining([visitorMessageSent.name, visitorConversationChanged.name]),
  )
  const [row] = await visitor.browser.call(listVisitorConversations, {})
  expect(row).toMatchObject({ id, last_seq: seq, seen_seq: 0, subject: 'Your kettle is ready' })
  const messages = await visitor.browser.call(listVisitorMessages, { conversation_id: id })
  expect(messages.map(({ body, prev }) => [body, prev])).toEqual([['Your kettle is ready', 0]])
  await visitor.browser.call(sendVisitorMessage, {
    conversation_id: id,
    id: crypto.randomUUID(),
    body: 'Thank you',
    locale: 'en',
  })
  const conversation = await browser.call(getConversation, { integration_id, conversation_id: id })
  expect(conversation).toMatchObject({ status: 'open', last_message_preview: 'Thank you', handler: 'team' })
})

test('422: contacts without browser and address, blocked or unsubscribed contacts can’t be messaged', async () => {
  const { browser, integration_id, contact_id, known: existing, start } = await shop()
  await expect(start(undefined, await existing({ name: 'Jana' }))).rejects.toMatchObject(
    invalid('contact_id', 'can’t reach'),
  )
  await browser.call(blockContact, { integration_id, contact_id, until: null, reason: '' })
  await expect(start()).rejects.toMatchObject(invalid('contact_id', 'blocked'))
})

test('SEC-11 404: another workspace’s contact; an agent with limited access can message the contacts they see', async () => {
  const { integration_id, contact_id, browser, start } = await shop()
  const other = await shop()
  await expect(start(undefined, other.contact_id)).rejects.toMatchObject({ code: 'not_found' })
  const agent = await server.seed.member(integration_id, 'agent')
  await browser.call(updateMember, { integration_id, user_id: agent.user.id, conversation_access: 'own' })
  const asAgent = () => start(undefined, undefined, agent.browser)
  await expect(asAgent()).rejects.toMatchObject({ code: 'not_found' })
  await browser.call(updateContact, { integration_id, contact_id, owner_id: agent.user.id })
  const { id } = await asAgent()
  const { items } = await agent.browser.call(listConversations, { integration_id })
  expect(items.map((row) => row.id)).toEqual([id])
})

test('a contact without a chat is emailed the reply; its link opens the conversation in any browser', async () => {
  const {
    integration,
    integration_id,
    browser,
    email,
    known: existing,
    start,
    sendText,
    mailOf,
    mailed,
  } = await shop()
  const contact_id = await existing({ email, name: 'Jana' })
  const { id } = await start(undefined, contact_id)
  await browser.call(updateTargets, { integration_id, email_delay_min: null })
  await sendText(id, 'Kanvica je hotová.\n\nPríďte zajtra.')
  const mail = await mailOf()
  expect(mail?.subject).toBe('Správa z webu, ktorý ste navštívili')
  expect(mail?.text).toContain('Kanvica je hotová.')
  const return_token = /frame\/pk_\w+\?locale=sk#(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const open = (token: string, who = server.browser()) =>
    who.call(openVisitorSession, {
      public_key: integration.public_key,
      host_origin: 'http://localhost:3000',
      locale: 'sk',
      return_token: token,
    })
  const jana = server.browser()
  const session = await open(return_token, jana)
  expect(session).toMatchObject({ return_conversation_id: id, contact: { id: contact_id, name: 'Jana' } })
  expect(session.conversations.map((row) => row.id)).toEqual([id])
  jana.headers['authorization'] = `Bearer ${session.token}`
  await jana.call(sendVisitorMessage, {
    conversation_id: id,
    id: crypto.randomUUID(),
    body: 'Ďakujem',
    locale: 'sk',
  })
  expect((await browser.call(getContact, { integration_id, contact_id })).has_browser).toBe(true)
  // Opened a second time, tampered with, and after a month.
  expect((await open(return_token, jana)).token).toBeNull()
  const forged = await open(return_token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))
  expect([forged.return_conversation_id, forged.conversations]).toEqual([null, []])
  await server.later(31 * day_ms, async () => {
    expect((await open(return_token)).return_conversation_id).toBeNull()
  })
  // That browser was opened by the email link, so the next link works there as well.
  await sendText(id, 'Ešte niečo')
  await mailOf()
  expect(await mailed()).toHaveLength(2)
  expect((await mailed()).every(({ text }) => /\/widget\/frame\/\S+#(?!reply=)/.test(text))).toBe(true)
})

test('a contact with a chat is emailed a link without the text, even if the team wrote first', async () => {
  const { visitor, browser, integration_id, contact_id, email, start, sendText, mailOf } = await shop()
  // An address entered by the team is no proof either, since someone else may be using the chat.
  await browser.call(updateContact, { integration_id, contact_id, email })
  const { id } = await start()
  await sendText(id)
  const mail = await mailOf()
  expect(mail?.text).toContain('#reply=')
  expect(mail?.text).not.toContain('kettle')
  await visitor.browser.call(describeVisitor, { email: `new-${email}` })
  await sendText(id)
  expect((await mailOf(`new-${email}`))?.text).not.toContain('kettle')
})

test('no email is sent to customers who have seen the reply, unsubscribed, or were blocked since', async () => {
  const {
    browser,
    integration_id,
    email,
    known: existing,
    visitor,
    start,
    sendText,
    mailed,
    mailOf,
  } = await shop()
  const seen = await start()
  const { seq } = await sendText(seen.id)
  await visitor.browser.call(markVisitorSeen, { conversation_id: seen.id, seq })
  await visitor.browser.call(describeVisitor, { email })

  const other = `stop-${email}`
  const contact_id = await existing({ email: other })
  const { id } = await start(undefined, contact_id)
  await sendText(id)
  const mail = await mailOf(other)
  const url = new URL(mail?.unsubscribe_url ?? '')
  const token = url.searchParams.get('token') ?? ''
  expect(mail?.text).toContain(`/stop-mails?of=contact&token=${token}`)
  await expect(server.browser().call(unsubscribeContactEmails, { token: `${token}x` })).rejects.toMatchObject(
    {
      code: 'invalid_input',
    },
  )
  const reply = await server.app.inject({ method: 'POST', url: url.pathname + url.search, payload: 'x' })
  expect(reply.statusCode).toBe(200)
  expect(await server.browser().call(unsubscribeContactEmails, { token })).toEqual({ workspace: 'Shop' })
  const profile = await browser.call(getContact, { integration_id, contact_id })
  expect(profile.unsubscribed_at).not.toBeNull()
  await sendText(id, 'More')
  await expect(start(undefined, contact_id)).rejects.toMatchObject(invalid('contact_id', 'can’t reach'))
  await browser.call(blockContact, {
    integration_id,
    contact_id: visitor.contact_id,
    until: null,
    reason: '',
  })
  await sendText(seen.id, 'Never mind')
  await server.later(away_ms, () => mailUnseenReplies(server.ctx))
  expect([(await mailed(other)).length, await mailed()]).toEqual([1, []])
})

test('the new conversation appears in the browser that the merged contact used last', async () => {
  const { browser, integration_id, visitor, known: existing, start, sendText } = await shop()
  const into_id = await existing({ name: 'Jana' })
  const merge = { integration_id, id: crypto.randomUUID(), contact_id: visitor.contact_id, into_id }
  await browser.call(mergeContact, merge)
  const { id } = await start(undefined, into_id)
  await sendText(id)
  expect((await visitor.browser.call(listVisitorConversations, {})).map((row) => row.id)).toEqual([id])
})

test('an empty conversation is deleted after a day unless someone is typing in it', async () => {
  const { browser, integration_id, known: existing, email, start, sendText } = await shop()
  const events = server.watch(`presence-integration.${integration_id}`, 'ConversationDeleted')
  const forgotten = await start()
  const stored = await start(undefined, await existing({ email }))
  const said = await start(undefined, await existing({ email: `said-${email}` }))
  await sendText(said.id)
  await browser.call(saveDraft, {
    integration_id,
    conversation_id: stored.id,
    mode: 'text',
    text: 'Dear Jana',
    changed_at: new Date().toISOString(),
  })
  await deleteEmptyConversations(server.ctx)
  expect(events).toEqual([])
  await server.later(25 * hour_ms, () => deleteEmptyConversations(server.ctx))
  expect(events.map(({ data }) => data)).toEqual([{ integration_id, conversation_id: forgotten.id }])
})
