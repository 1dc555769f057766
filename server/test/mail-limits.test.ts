import {
  changeEmail,
  createIntegration,
  describeVisitor,
  forgotPassword,
  inviteUser,
  resendVerification,
  listMessages,
  openVisitorSession,
  sendMessage,
  sendVisitorMessage,
  signUp,
  startConversation,
  unsubscribeContactEmails,
  updateIntegration,
  day_ms,
  hour_ms,
  minute_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { mailUnseenReplies } from '#features/conversations'
import { queueCustomerMail } from '#features/integrations'
import { sendMailJob, deleteOldMailsJob } from '#platform/mail/index.ts'
import { fakeSite } from './fake-site.ts'
import { type Browser, testServer } from './server.ts'

/* What the mail queue lets through, counted in full as in production. */

const site = await fakeSite()
const server = await testServer({ RATE_LIMITS: 'strict', EGRESS_ALLOW: site.host }, { isAnswering: false })
/** Sends four mails of a kind in an hour. */
const small = await testServer({ RATE_LIMITS: 'strict', MAIL_HOURLY_MAX: '4' })
/** Sends hundreds of mails, which would push those of other tests out of the mailbox. */
const growing = await testServer({ RATE_LIMITS: 'strict', EGRESS_ALLOW: site.host })
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await growing[Symbol.asyncDispose]()
  await small[Symbol.asyncDispose]()
  site.close()
})
const address = () => `limit-${crypto.randomUUID()}@example.com`
const mailsTo = async (to: string) => (await server.mailbox.list()).filter((mail) => mail.to === to)
const rateLimited = (field: string) => ({
  code: 'rate_limited',
  errors: { [field]: [expect.any(String)] },
  retry_after_s: expect.any(Number),
})

/** Waits until the queue is empty, so that a mail which is missing was never queued. */
const allSent = () =>
  server.eventually(async () => {
    const { rows } = await server.database.pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pgboss.job
       where name in ('mail.send', 'accounts.mail_reset_link') and state in ('created', 'active', 'retry')`,
    )
    return rows[0]?.waiting === 0 ? true : undefined
  })

test('SEC-44 an address gets five reset links an hour, from any number of networks', async () => {
  const { email } = await server.seed.user()
  for (let nth = 0; nth < 8; nth++) await server.browser().call(forgotPassword, { email })
  await allSent()
  // One of the five was the confirmation at sign-up.
  expect(await mailsTo(email)).toHaveLength(5)
  await server.later(hour_ms + 1000, async () => {
    await server.browser().call(forgotPassword, { email })
    await server.eventually(async () => ((await mailsTo(email)).length === 6 ? true : undefined))
  })
})

test('429 SEC-44 an address gets five invitations an hour, from any number of workspaces and people', async () => {
  const email = address()
  const invite = async () => {
    const { browser, integration_id } = await server.seed.integration()
    browser.headers['x-integration-id'] = integration_id
    return browser.call(inviteUser, { email })
  }
  for (let nth = 0; nth < 5; nth++) await invite()
  await expect(invite()).rejects.toMatchObject(rateLimited('email'))
  await allSent()
  expect(await mailsTo(email)).toHaveLength(5)
})

test('429 SEC-44 SEC-18 of twenty concurrent invitations to one address exactly five are sent', async () => {
  const email = address()
  const owners = []
  for (let nth = 0; nth < 20; nth++) owners.push(await server.seed.integration())
  const results = await Promise.allSettled(
    owners.map(({ browser, integration_id }) => {
      browser.headers['x-integration-id'] = integration_id
      return browser.call(inviteUser, { email })
    }),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  await allSent()
  expect(await mailsTo(email)).toHaveLength(5)
})

test('429 SEC-44 one unverified account mails three other addresses an hour, and one network no more', async () => {
  const eva = server.browser()
  await eva.call(signUp, { name: 'Eva', email: address(), password: 'correct horse battery' })
  for (let nth = 0; nth < 3; nth++) await eva.call(changeEmail, { email: address() })
  await expect(eva.call(changeEmail, { email: address() })).rejects.toMatchObject({ code: 'rate_limited' })
  const neighbor = server.browser()
  neighbor.address = eva.address
  await neighbor.call(signUp, { name: 'Jana', email: address(), password: 'correct horse battery' })
  await expect(neighbor.call(changeEmail, { email: address() })).rejects.toMatchObject({
    code: 'rate_limited',
  })
  // The account counts from another network as well.
  eva.address = '203.0.113.77'
  await expect(eva.call(changeEmail, { email: address() })).rejects.toMatchObject({ code: 'rate_limited' })
})

/** A contact who can only be emailed. */
const contactOf = async (integration_id: string, details: { email?: string; name?: string } = {}) =>
  (
    await server.ctx.transaction((tx) =>
      tx
        .insertInto('contact')
        .values({ integration_id, kind: 'lead', locale: 'en', email: address(), ...details })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
  ).id
const start = (who: Browser, integration_id: string, contact_id: string) =>
  who.call(startConversation, { integration_id, contact_id, id: crypto.randomUUID() })
/** Starts a conversation and writes; the reply waits to be emailed. */
async function write(who: Browser, integration_id: string, email = address()) {
  const contact_id = await contactOf(integration_id, { email })
  const { id: conversation_id } = await start(who, integration_id, contact_id)
  await who.call(sendMessage, { integration_id, conversation_id, id: crypto.randomUUID(), body: 'Hello' })
  return conversation_id
}
const mailReplies = () => server.later(3 * minute_ms, () => mailUnseenReplies(server.ctx))

test('429 SEC-44 an owner whose website isn’t confirmed can email twenty customers a day, across workspaces', async () => {
  const { browser, integration_id, integration } = await server.seed.integration({
    url: 'https://unproven.example',
  })
  const first = await write(browser, integration_id)
  for (let nth = 1; nth < 20; nth++) await write(browser, integration_id)
  await mailReplies()
  const contact_id = await contactOf(integration_id)
  await expect(start(browser, integration_id, contact_id)).rejects.toMatchObject(rateLimited('contact_id'))
  // Neither does a reply in a conversation that was started before; it is not stored.
  const reply = { integration_id, conversation_id: first, id: crypto.randomUUID(), body: 'More' }
  await expect(browser.call(sendMessage, reply)).rejects.toMatchObject({
    ...rateLimited('body'),
    errors: { body: [expect.stringContaining('20 emails')] },
  })
  // A reply to a customer with a chat is stored, and the thread shows that it wasn't emailed.
  const visitor = server.browser()
  const session = await visitor.call(openVisitorSession, {
    public_key: integration.public_key,
    host_origin: 'https://unproven.example',
    locale: 'en',
  })
  visitor.headers['authorization'] = `Bearer ${session.token}`
  const visitors = { integration_id, conversation_id: crypto.randomUUID() }
  const question = { id: crypto.randomUUID(), body: 'Hello?', locale: 'en' as const }
  await visitor.call(sendVisitorMessage, { ...question, conversation_id: visitors.conversation_id })
  await visitor.call(describeVisitor, { email: address() })
  await browser.call(sendMessage, { ...visitors, id: crypto.randomUUID(), body: 'Kept' })
  await mailReplies()
  const thread = await browser.call(listMessages, visitors)
  expect(thread.at(-1)?.details).toEqual({ event: 'reply_not_emailed', not_emailed_reason: 'limit' })
  expect(thread.map(({ body }) => body)).toContain('Kept')
  const second = await browser.call(createIntegration, { name: 'Second', url: 'https://second.example' })
  const elsewhere = await contactOf(second.id)
  await expect(start(browser, second.id, elsewhere)).rejects.toMatchObject(rateLimited('contact_id'))
  await server.later(day_ms + 5 * minute_ms, async () => {
    browser.cookies.delete('XSRF-TOKEN')
    await start(browser, integration_id, contact_id)
  })
})

test('SEC-44 the quota grows once the home page contains the public key, and shrinks with another website', async () => {
  const { browser, integration_id, integration } = await growing.seed.integration({ url: site.origin })
  const provenAt = async () =>
    (
      await growing.ctx.db
        .selectFrom('integration')
        .where('id', '=', integration_id)
        .select('host_proven_at')
        .executeTakeFirstOrThrow()
    ).host_proven_at
  site.pages['/'] = `<script src="/widget.js" data-key="${integration.public_key}"></script>`
  /** Outcomes of that many mails, each to another address. */
  const queue = (count: number) =>
    growing.ctx.transaction(async (tx) => {
      const outcomes = []
      for (let nth = 0; nth < count; nth++) {
        const mail = { message_id: crypto.randomUUID(), to: address(), subject: 'x', text: 'x', html: 'x' }
        outcomes.push(await queueCustomerMail(growing.ctx, tx, integration_id, mail))
      }
      return outcomes
    })
  const isQueued = ({ is_queued }: { is_queued: boolean }) => is_queued
  expect(await queue(1)).toEqual([{ is_queued: true }])
  await growing.eventually(async () => (await provenAt()) ?? undefined)
  const first = await queue(200)
  expect(first.filter(isQueued)).toHaveLength(199)
  expect(first.at(-1)).toMatchObject({ is_queued: false, limit: 'sender', max: 200 })
  await growing.later(8 * day_ms, async () => {
    expect((await queue(201)).every(isQueued)).toBe(true)
  })
  await browser.call(updateIntegration, { integration_id, url: 'https://elsewhere.example' })
  expect(await provenAt()).toBeNull()
})

test('429 SEC-44 at the hourly limit of the installation, requests are rejected and notifications are still sent', async () => {
  const { browser, integration_id, email } = await small.seed.integration()
  browser.headers['x-integration-id'] = integration_id
  for (let nth = 1; nth <= 4; nth++) await browser.call(inviteUser, { email: address() })
  await expect(browser.call(inviteUser, { email: address() })).rejects.toMatchObject(rateLimited('email'))
  const outcome = await small.ctx.transaction((tx) =>
    small.ctx.mail.queue(tx, {
      kind: 'notice',
      message_id: crypto.randomUUID(),
      to: email,
      subject: 'x',
      text: 'x',
      html: 'x',
    }),
  )
  expect(outcome).toEqual({ is_queued: true })
  const metrics = (await small.app.inject({ method: 'GET', url: '/metrics' })).body
  expect(metrics).toMatch(/^mail_rejected_total\{limit="installation"\} 1$/m)
  expect(metrics).toMatch(/^mail_queued_total\{kind="account"\} 4$/m)
})

test('SEC-44 SEC-42 emails to customers have a fixed subject, and names in them contain no links', async () => {
  const { browser, integration_id } = await server.seed.integration()
  await browser.call(updateIntegration, { integration_id, name: 'PayPal hhttps://ttps://evil.example' })
  const email = address()
  await write(browser, integration_id, email)
  await mailReplies()
  const mail = await server.mailTo(email)
  expect(mail.subject).toBe('A message from a website you visited')
  expect(mail.text).toContain('Eva Nováková from PayPal wrote to you:')
  expect(mail.text + mail.html).not.toContain('evil.example')
  const token = /of=contact&token=([\w.-]+)/.exec(mail.text)?.[1] ?? ''
  expect(await server.browser().call(unsubscribeContactEmails, { token })).toEqual({
    workspace: expect.stringContaining('PayPal'),
  })
})

test('SEC-16 queued emails are encrypted, including those an earlier version left unencrypted', async () => {
  const eva = server.browser()
  const email = address()
  await eva.call(signUp, { name: 'Eva', email, password: 'correct horse battery' })
  const token = await server.tokenFor(email)
  const dump = async () =>
    JSON.stringify((await server.database.pool.query('select data from pgboss.job')).rows)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(await dump()).not.toContain(token)
  expect(await dump()).not.toContain(email)

  const clear = {
    message_id: crypto.randomUUID(),
    to: address(),
    subject: 'Old',
    text: 'OLD-TOKEN',
    html: '<p>',
  }
  await server.database.pool.query(
    `insert into pgboss.job (name, data, start_after) values ('mail.send', $1, now() + interval '1 day')`,
    [JSON.stringify(clear)],
  )
  expect(await dump()).toContain('OLD-TOKEN')
  await server.ctx.transaction((tx) => tx.enqueue(deleteOldMailsJob, {}))
  await server.eventually(async () => ((await dump()).includes('OLD-TOKEN') ? undefined : true))
  await server.database.pool.query(
    `update pgboss.job set start_after = now() where name = 'mail.send' and state = 'created'`,
  )
  server.jobs.wake(sendMailJob)
  expect((await server.mailTo(clear.to)).subject).toBe('Old')
})

test('429 SEC-47 a confirmation can be resent once a minute, and the error says so', async () => {
  const { browser } = await server.seed.user({ is_verified: false })
  await browser.call(resendVerification, {})
  await expect(browser.call(resendVerification, {})).rejects.toMatchObject({ code: 'rate_limited' })
})
