import {
  applyMessageSent,
  blockContact,
  deleteMessage,
  describeVisitor,
  editMessage,
  eraseContact,
  getReplyEmail,
  listAuditEntries,
  listConversations,
  listMessages,
  listVisitorMessages,
  markVisitorSeen,
  type Message,
  mergeContact,
  mergeConversation,
  messageSent,
  openReplyLink,
  openVisitorSession,
  sendLinkReply,
  sendMessage,
  sendVisitorMessage,
  setStatus,
  unsubscribeContactEmails,
  updateContact,
  updateTargets,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import { mailUnseenReplies } from './reply-mails.ts'
import { replyMailServer } from './test/reply-mail-server.ts'

const { server, left, after, mailsTo } = await replyMailServer()
const minute = 60_000
const tokenIn = (text = '') => /#reply=(\S+)/.exec(text)?.[1] ?? ''

test('a reply to a customer who left is emailed once, as a link without its text', async () => {
  const { reply, mails, notified, email } = await left()
  await reply()
  await after(1.9 * minute)
  expect(await mails()).toEqual([])
  await reply('And the lid, too')
  await after(2.1 * minute)
  await after(2.2 * minute)
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('A message from a website you visited')
  const whole = JSON.stringify(mail)
  for (const word of ['kettle', 'lid', 'Jana', 'Hello?']) expect(whole).not.toContain(word)
  expect(mail?.text).toContain('Replies to this email aren’t delivered.')
  expect(mail?.unsubscribe_url).toContain('/api/contact-mails/one-click?token=')
  expect(await notified()).toEqual([{ event: 'reply_emailed', emailed_to: email, has_text: false }])
  // A later reply starts a new burst.
  await server.later(30 * minute, () => reply('It is still here'))
  await after(33 * minute)
  expect(await mails()).toHaveLength(2)
})

test('REL-04 old state + events = new state: the thread shows that a reply was emailed', async () => {
  const { browser, key, reply } = await left()
  await reply()
  const previous = await browser.call(listMessages, key)
  const events = server.watch(messageSent.channel(key), messageSent.name)
  await after(3 * minute)
  const now = await browser.call(listMessages, key)
  const message = await server.eventually(() => (events.length > 0 ? events : undefined))
  expect(message.map(({ data }) => data as Message).reduce(applyMessageSent, previous)).toEqual(now)
  expect(now.at(-1)?.details.event).toBe('reply_emailed')
  // The customer doesn't see it.
  const { items } = await browser.call(listConversations, { integration_id: key.integration_id })
  expect(items[0]?.last_message_preview).toBe('Your kettle is ready')
})

test('a customer who returns in time, sees the reply or answers it isn’t emailed', async () => {
  const [seen, answered] = [await left(), await left()]
  const { seq } = await seen.reply()
  await seen.visitor.browser.call(markVisitorSeen, { conversation_id: seen.conversation_id, seq })
  await answered.reply()
  await answered.write()
  await after(3 * minute)
  expect([await seen.mails(), await answered.mails()]).toEqual([[], []])
  expect([await seen.notified(), await answered.notified()]).toEqual([[], []])
})

test('SEC-29 messages deleted before sending aren’t in the email; a verified address gets the current text', async () => {
  const { browser, key, reply, mails, email, integration_id, visitor } = await left()
  const { id } = await reply('Wrong person')
  await browser.call(deleteMessage, { ...key, message_id: id })
  await after(3 * minute)
  expect(await mails()).toEqual([])
  await server.ctx.transaction(async (tx) => {
    const contact_id = visitor.contact_id
    await tx
      .insertInto('contact_identity')
      .values({ integration_id, contact_id, external_id: 'u1' })
      .execute()
    const verified_claim_email_at = new Date().toISOString()
    await tx
      .updateTable('contact')
      .set({ verified_claim_email: email, verified_claim_email_at })
      .where('id', '=', contact_id)
      .execute()
  })
  const stored = await server.later(3 * minute, () => reply('Wrong price'))
  const script = '<script>alert(1)</script><img src=x onerror="alert(2)">'
  await browser.call(editMessage, { ...key, message_id: stored.id, body: `It costs **20 €** ${script}` })
  await after(6 * minute)
  const [mail] = await mails()
  expect(mail?.text).toContain('It costs **20 €**')
  expect(mail?.text).not.toContain('Wrong')
  expect(mail?.html).toContain('It costs **20 €** &#60;script&#62;')
  expect(mail?.html).not.toMatch(/<script|<img/)
  const opened = await server.browser().call(openReplyLink, { token: tokenIn(mail?.text) })
  expect(opened.has_history).toBe(true)
  expect(opened.messages.map(({ body }) => body)).toEqual(['Hello?', `It costs **20 €** ${script}`])
})

test('nothing is emailed once the conversation is resolved, spam, blocked or erased', async () => {
  const [resolved, spam, blocked, erased] = [await left(), await left(), await left(), await left()]
  for (const one of [resolved, spam, blocked, erased]) await one.reply()
  await resolved.browser.call(setStatus, { ...resolved.key, status: 'resolved' })
  await spam.browser.call(setStatus, { ...spam.key, status: 'spam' })
  const contactOf = ({ integration_id, visitor }: typeof erased) => ({
    integration_id,
    contact_id: visitor.contact_id,
  })
  await blocked.browser.call(blockContact, { ...contactOf(blocked), until: null, reason: '' })
  await erased.browser.call(eraseContact, contactOf(erased))
  await after(3 * minute)
  for (const one of [resolved, spam, blocked, erased]) expect(await one.mails()).toEqual([])
  expect(await resolved.notified()).toEqual([{ event: 'reply_not_emailed', not_emailed_reason: 'resolved' }])
  expect([await spam.notified(), await blocked.notified()]).toEqual([[], []])
})

test('the team sees once why nothing is emailed: no address, unsubscribed, or the limit', async () => {
  const [nameless, stopped] = [await left({ email: null }), await left()]
  for (const one of [nameless, stopped]) await one.reply()
  await after(3 * minute)
  const token = new URL((await stopped.mails())[0]?.unsubscribe_url ?? '').searchParams.get('token') ?? ''
  await server.browser().call(unsubscribeContactEmails, { token })
  for (const one of [nameless, stopped]) await server.later(5 * minute, () => one.reply())
  await after(8 * minute)
  for (const one of [nameless, stopped]) await server.later(9 * minute, () => one.reply())
  await after(12 * minute)
  expect(await nameless.notified()).toEqual([
    { event: 'reply_not_emailed', not_emailed_reason: 'no_address' },
  ])
  expect((await stopped.notified()).map(({ not_emailed_reason }) => not_emailed_reason)).toEqual([
    undefined,
    'unsubscribed',
  ])
  expect(await stopped.mails()).toHaveLength(1)
  // Another visitor who types the same address gets no email either.
  const { browser, visitor, integration_id } = stopped
  const other = await server.seed.visitor(stopped.integration.public_key)
  await other.browser.call(describeVisitor, { email: stopped.email })
  const conversation_id = crypto.randomUUID()
  const first = { conversation_id, id: crypto.randomUUID(), body: 'Hello', locale: 'en' as const }
  await other.browser.call(sendVisitorMessage, first)
  expect(other.contact_id).not.toBe(visitor.contact_id)
  await browser.call(sendMessage, { integration_id, conversation_id, id: crypto.randomUUID(), body: 'Yes?' })
  await after(15 * minute)
  expect(await stopped.mails()).toHaveLength(1)
})

test('422: other delays than off, 2, 10 and 60 minutes; the change is in the audit log', async () => {
  const { browser, integration_id, reply, mails, notified } = await left()
  for (const wrong of [0, 1, 3, 2.5, -2, '2', true])
    await expect(
      // The type excludes this value, but a request can contain anything.
      browser.call(updateTargets, { integration_id, email_delay_min: wrong as 2 }),
    ).rejects.toMatchObject({ code: 'invalid_input', errors: { email_delay_min: [expect.any(String)] } })
  await browser.call(updateTargets, { integration_id, email_delay_min: 10 })
  await reply()
  await after(9 * minute)
  expect(await mails()).toEqual([])
  expect(await browser.call(updateTargets, { integration_id, email_delay_min: null })).toMatchObject({
    email_delay_min: null,
    resolve_after_days: 3,
  })
  await after(11 * minute)
  expect([await mails(), await notified()]).toEqual([[], []])
  const { items } = await browser.call(listAuditEntries, { integration_id })
  expect(items.filter(({ action }) => action === 'targets_changed').map(({ details }) => details)).toEqual([
    { fields: 'email_delay_min' },
    { fields: 'email_delay_min' },
  ])
})

test('a link shows the emailed replies and what follows, and nothing written in the chat', async () => {
  const { browser, key, reply, write, mails, visitor, conversation_id } = await left()
  await write('My card number is 4111')
  await reply('Please do not send card numbers')
  await after(3 * minute)
  const token = tokenIn((await mails())[0]?.text)
  const otherUser = server.browser()
  const bodies = async () => (await otherUser.call(openReplyLink, { token })).messages.map(({ body }) => body)
  const opened = await otherUser.call(openReplyLink, { token })
  expect(opened).toMatchObject({
    own_conversation_id: null,
    has_history: false,
    site_url: 'https://shop.example',
  })
  expect(await bodies()).toEqual(['Please do not send card numbers'])
  expect(JSON.stringify(opened)).not.toMatch(/4111|Jana|example\.com"/)
  // The browser that started the conversation has the full thread.
  const own = await visitor.browser.call(openReplyLink, { token })
  expect(own).toMatchObject({ own_conversation_id: conversation_id, messages: [] })
  await server.later(4 * minute, () => write('Sorry, forget 4111'))
  await server.later(5 * minute, () => reply('Of course'))
  expect(await bodies()).toEqual(['Please do not send card numbers'])
  const answer = { token, id: crypto.randomUUID(), body: 'When can I come?', locale: 'en' as const }
  const sent = await server.later(6 * minute, () => otherUser.call(sendLinkReply, answer))
  expect(await server.later(6 * minute, () => otherUser.call(sendLinkReply, answer))).toEqual(sent)
  await server.later(7 * minute, () => reply('Tomorrow'))
  expect(await bodies()).toEqual(['Please do not send card numbers', 'When can I come?', 'Tomorrow'])
  const team = await browser.call(listMessages, key)
  expect(team.find(({ body }) => body === answer.body)).toMatchObject({
    author: 'contact',
    details: { by_link: true },
  })
  const theirs = await visitor.browser.call(listVisitorMessages, { conversation_id })
  expect(theirs.map(({ body }) => body)).toContain('When can I come?')
  // Replies shown by the link aren't emailed again.
  await after(10 * minute)
  expect(await mails()).toHaveLength(1)
})

test('SEC-11 a link is valid for its conversation only, and for 30 days', async () => {
  const [mine, theirs] = [await left(), await left()]
  for (const one of [mine, theirs]) await one.reply()
  await after(3 * minute)
  const token = tokenIn((await mine.mails())[0]?.text)
  const other = tokenIn((await theirs.mails())[0]?.text)
  const open = (token: string) => server.browser().call(openReplyLink, { token })
  const error = { code: 'invalid_input', errors: { token: [expect.any(String)] } }
  const [integration_id, , ...rest] = token.split('.')
  const forged = [
    '',
    'x',
    `${token}x`,
    [integration_id, other.split('.')[1], ...rest].join('.'),
    token.replace(/\.(\d{13})\./, (_, until: string) => `.${Number(until) + 1}.`),
    `${token}\r\nBcc: all@example.com`,
    // A token with another purpose.
    new URL((await mine.mails())[0]?.unsubscribe_url ?? '').searchParams.get('token') ?? '',
  ]
  for (const wrong of forged) {
    await expect(open(wrong)).rejects.toMatchObject(error)
    const message = { token: wrong, id: crypto.randomUUID(), body: 'x', locale: 'en' as const }
    await expect(server.browser().call(sendLinkReply, message)).rejects.toMatchObject(error)
  }
  // A visitor of the other workspace has no access here.
  const asOther = await theirs.visitor.browser.call(openReplyLink, { token })
  expect(asOther.own_conversation_id).toBeNull()
  const session = {
    public_key: mine.integration.public_key,
    host_origin: 'https://shop.example',
    locale: 'en' as const,
    return_token: token,
  }
  expect((await server.browser().call(openVisitorSession, session)).return_conversation_id).toBeNull()
  await server.later(31 * 24 * 60 * minute, async () => {
    await expect(open(token)).rejects.toMatchObject(error)
  })
  const { integration_id: id, visitor, browser } = mine
  await browser.call(blockContact, {
    integration_id: id,
    contact_id: visitor.contact_id,
    until: null,
    reason: '',
  })
  const message = { token, id: crypto.randomUUID(), body: 'x', locale: 'en' as const }
  await expect(server.browser().call(sendLinkReply, message)).rejects.toMatchObject({ code: 'blocked' })
})

test('SEC-11 404: email settings and status of another workspace’s conversation', async () => {
  const [mine, theirs] = [await left(), await left()]
  await expect(
    mine.browser.call(getReplyEmail, {
      integration_id: mine.integration_id,
      conversation_id: theirs.conversation_id,
    }),
  ).rejects.toMatchObject({ code: 'not_found' })
  expect(await mine.browser.call(getReplyEmail, mine.key)).toEqual({
    contact_id: mine.visitor.contact_id,
    is_online: false,
    email: mine.email,
    has_text: false,
    is_unsubscribed: false,
    after_min: 2,
    is_email_only: false,
  })
})

test('after merging contacts a reply is emailed to the address of its own customer, never to the other', async () => {
  const [first, other] = [await left(), await left({ email: null })]
  const { integration_id, browser, integration } = first
  const second = await server.seed.visitor(integration.public_key)
  const address = `second-${first.email}`
  await second.browser.call(describeVisitor, { email: address })
  const conversation_id = crypto.randomUUID()
  const message = { conversation_id, id: crypto.randomUUID(), body: 'Hello', locale: 'en' as const }
  await second.browser.call(sendVisitorMessage, message)
  await browser.call(mergeContact, {
    integration_id,
    id: crypto.randomUUID(),
    contact_id: second.contact_id,
    into_id: first.visitor.contact_id,
  })
  await browser.call(sendMessage, { integration_id, conversation_id, id: crypto.randomUUID(), body: 'Yes?' })
  await after(3 * minute)
  expect([(await mailsTo(address)).length, (await first.mails()).length]).toEqual([1, 0])
  // An address entered by the team isn't one the customer gave.
  const { visitor } = other
  const noted = `noted-${first.email}`
  const contact = { integration_id: other.integration_id, contact_id: visitor.contact_id }
  await other.browser.call(updateContact, { ...contact, email: noted })
  await other.reply()
  await after(3 * minute)
  expect(await mailsTo(noted)).toEqual([])
})

test('a reply whose conversation was merged is emailed from the merged conversation', async () => {
  const { browser, integration_id, key, reply, mails, visitor, conversation_id } = await left()
  const into_id = crypto.randomUUID()
  const message = { conversation_id: into_id, id: crypto.randomUUID(), body: 'Again', locale: 'en' as const }
  await visitor.browser.call(sendVisitorMessage, message)
  await reply()
  const merge = { integration_id, id: crypto.randomUUID(), conversation_id, into_id }
  await browser.call(mergeConversation, merge)
  await browser.call(setStatus, { integration_id, conversation_id: into_id, status: 'open' })
  await after(3 * minute)
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  const opened = await server.browser().call(openReplyLink, { token: tokenIn(mail?.text) })
  expect(opened.messages.map(({ body }) => body)).toEqual(['Your kettle is ready'])
  expect(key.conversation_id).toBe(conversation_id)
})

test('two servers that check at the same time email a burst once', async () => {
  const { reply, mails, notified } = await left()
  await reply()
  await server.later(3 * minute, async () => {
    await Promise.all([1, 2, 3].map(() => mailUnseenReplies(server.ctx)))
  })
  expect([(await mails()).length, (await notified()).length]).toEqual([1, 1])
})

test('SEC-42 hostile names and addresses add no line, link or recipient to the email', async () => {
  const { browser, visitor, reply, mails, integration_id } = await left({
    name: 'Eva\r\nBcc: all@example.com',
  })
  for (const email of [
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com,b@example.com',
    '"a,b"@example.com',
    '"a@example.com"@example.org',
    'a b@c',
    '<a@b.c>',
  ])
    await expect(visitor.browser.call(describeVisitor, { email })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  await server.database.pool.query(`update integration set name = $1 where id = $2`, [
    'Win https://evil.example\r\nBcc: x@evil.example',
    integration_id,
  ])
  await reply('Look at https://evil.example')
  await after(3 * minute)
  const [mail] = await mails()
  expect(JSON.stringify(mail)).not.toMatch(/evil|Bcc: |all@example/)
  expect(mail?.subject).not.toMatch(/[\r\n]/)
  expect(browser).toBeDefined()
})
