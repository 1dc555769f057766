import {
  blockContact,
  deleteMessage,
  describeVisitor,
  openReplyLink,
  sendMessage,
  sendTranscript,
  sendVisitorMessage,
  setStatus,
  unsubscribeContactEmails,
  updateClientSettings,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'
import { postAnswer } from '../assistant/automation.ts'

const server = await testServer({ RATE_LIMITS: 'strict' }, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
let people = 0
const citationOf = (number: number, title: string, url: string) => ({
  number,
  title,
  heading: '',
  quote: 'x',
  url,
  snapshot_url: '/snapshot/x',
  fetched_at: '2026-11-18T08:00:00.000Z',
  source_id: crypto.randomUUID(),
  item_id: crypto.randomUUID(),
})

/** A conversation with messages of both sides, a note, and a deleted reply. */
async function talked() {
  const seeded = await server.seed.conversation()
  const { integration_id, conversation_id, browser, visitor } = seeded
  const key = { integration_id, conversation_id }
  const reply = (body: string, kind: 'text' | 'note' = 'text') =>
    browser.call(sendMessage, { ...key, id: crypto.randomUUID(), body, kind })
  await postAnswer(server.ctx, key, {
    id: crypto.randomUUID(),
    body: 'Within **30 days** [1].',
    citations: [
      citationOf(1, 'Returns', 'https://shop.example/returns'),
      citationOf(2, 'Odd', 'javascript:alert(1)'),
    ],
    details: {},
    low_confidence_count: 0,
  })
  await reply('Your **kettle** is ready\n<b>Today</b>')
  await reply('He is always late', 'note')
  const { id } = await reply('Wrong person')
  await browser.call(deleteMessage, { ...key, message_id: id })
  const email = `jana-${++people}@example.com`
  const ask = (to = email, locale: 'en' | 'sk' = 'en', from = visitor.browser) =>
    from.call(sendTranscript, { conversation_id, email: to, locale })
  /** Makes the address one that the customer's server has signed. */
  const sign = () =>
    server.ctx.transaction(async (tx) => {
      const { contact_id } = visitor
      await tx
        .insertInto('contact_identity')
        .values({ integration_id, contact_id, external_id: `u${people}` })
        .execute()
      const verified_claim_email_at = new Date().toISOString()
      await tx
        .updateTable('contact')
        .set({ verified_claim_email: email, verified_claim_email_at })
        .where('id', '=', contact_id)
        .execute()
    })
  return { ...seeded, key, email, ask, reply, sign, mails: () => mailsTo(email) }
}
async function mailsTo(to: string) {
  await server.eventually(async () => {
    const { rows } = await server.database.pool.query(
      `select 1 from pgboss.job where name = 'mail.send' and state in ('created', 'retry', 'active')`,
    )
    return rows.length === 0 || undefined
  })
  return (await server.mailbox.list()).filter((mail) => mail.to === to)
}

test('SEC-29 SEC-42 a verified address gets the messages that the visitor sees, as text, in the language of the chat', async () => {
  const { ask, sign, mails, email, visitor } = await talked()
  await sign()
  expect(await ask(email.toUpperCase(), 'sk')).toEqual({ has_text: true })
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Prepis vášho chatu')
  expect(mail?.text).toContain('Vy:\nHello?')
  expect(mail?.text).toContain('Your kettle is ready\n<b>Today</b>')
  expect(mail?.text).toContain('Asistent:\nWithin 30 days [1].\n[1] Returns: https://shop.example/returns')
  expect(mail?.html).toContain('href="https://shop.example/returns"')
  expect(mail?.html).not.toMatch(/<b>|javascript:/)
  for (const hidden of ['always late', 'Wrong person']) expect(mail?.text).not.toContain(hidden)
  const { ask: other } = await talked()
  await expect(other('x@example.com', 'en', visitor.browser)).rejects.toMatchObject({ code: 'not_found' })
})

test('SEC-44 any other address gets a link without text; the link shows nothing in other browsers', async () => {
  const { ask, mails, visitor, conversation_id, browser, integration_id } = await talked()
  await visitor.browser.call(describeVisitor, { name: 'Win http://evil.example now' })
  await browser.request('PUT', `/api/integration/${integration_id}`, { name: 'evil.example/prize Shop' })
  await visitor.browser.call(sendVisitorMessage, {
    conversation_id,
    id: crypto.randomUUID(),
    body: 'Buy at evil.example',
    locale: 'en',
  })
  expect(await ask()).toEqual({ has_text: false })
  const [mail] = await mails()
  expect(mail?.subject).toBe('Your chat transcript')
  for (const word of ['kettle', 'Hello?', 'evil', 'Win'])
    expect(JSON.stringify({ ...mail, to: '' })).not.toContain(word)
  const token = /#reply=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect(await server.browser().call(openReplyLink, { token })).toMatchObject({
    own_conversation_id: null,
    messages: [],
    has_history: false,
  })
  const own = await visitor.browser.call(openReplyLink, { token })
  expect(own.own_conversation_id).toBe(conversation_id)
})

test('SEC-44 429: a fourth transcript to one address in an hour by anyone; 429 for one visitor and for one workspace', async () => {
  const [one, other] = [await talked(), await talked()]
  const victim = `victim-${people}@example.com`
  for (const from of [one, one, other]) await from.ask(victim)
  for (const from of [one, other])
    await expect(from.ask(victim)).rejects.toMatchObject({
      code: 'rate_limited',
      errors: { email: ['This address has been sent 3 emails in the last hour. Try again later.'] },
    })
  expect(await mailsTo(victim)).toHaveLength(3)
  for (const name of ['a', 'b']) await one.ask(`${name}-${victim}`)
  await expect(one.ask(`c-${victim}`)).rejects.toMatchObject({ code: 'rate_limited' })
})

test.each([
  ['signed', true],
  ['other', false],
])(
  'the owner of a %s address who turns transcripts off gets no more, and the visitor isn’t told',
  async (_, isSigned) => {
    const { ask, sign, mails } = await talked()
    if (isSigned) await sign()
    await ask()
    const [mail] = await mails()
    const token = new URL(mail?.unsubscribe_url ?? '').searchParams.get('token') ?? ''
    await server.browser().call(unsubscribeContactEmails, { token })
    expect(await ask()).toEqual({ has_text: isSigned })
    expect(await mails()).toHaveLength(1)
  },
)

test('422 for an invalid address or if transcripts are off; 403 for spam and blocked contacts', async () => {
  const { ask, browser, integration_id, key, visitor } = await talked()
  for (const wrong of ['', 'a@b.example\nBcc: c@d.example'])
    await expect(ask(wrong)).rejects.toMatchObject({
      code: 'invalid_input',
      errors: { email: [expect.any(String)] },
    })
  await browser.call(updateClientSettings, { integration_id, behavior: { has_transcript: false } })
  await expect(ask()).rejects.toMatchObject({
    errors: { email: ['This chat doesn’t send transcripts.'] },
  })
  await browser.call(updateClientSettings, { integration_id, behavior: { has_transcript: true } })
  await browser.call(setStatus, { ...key, status: 'spam' })
  await expect(ask()).rejects.toMatchObject({ code: 'blocked' })
  const { contact_id } = visitor
  await browser.call(blockContact, { integration_id, contact_id, until: null, reason: '' })
  await expect(ask()).rejects.toMatchObject({ code: 'blocked' })
})
