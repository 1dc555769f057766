import {
  createTeam,
  getConversation,
  getScenarioRun,
  type InputOf,
  listMessages,
  listVisitorMessages,
  publishScenario,
  saveScenario,
  sendVisitorMessage,
  unsubscribeNotificationEmails,
  updateMember,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'
import { emailTeamJob } from './jobs.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

type Flow = InputOf<typeof saveScenario>['flow']
type Step = NonNullable<Flow['steps']>[number]
const bye: Step = { id: 'bye', kind: 'end' }

async function shop() {
  const created = await server.seed.integration()
  const { browser, integration_id, integration } = created
  const key = { integration_id }
  const publish = async (steps: Step[], trigger: Flow['trigger'] = { kind: 'conversation_started' }) => {
    const scenario_id = crypto.randomUUID()
    const flow: Flow = {
      trigger,
      locales: ['en'],
      variables: [{ name: 'order', type: 'text' }],
      start_step_id: steps[0]?.id ?? null,
      steps,
    }
    await browser.call(saveScenario, { ...key, scenario_id, name: 'Complaints', flow })
    return browser.call(publishScenario, { ...key, scenario_id })
  }
  /** A conversation of a new visitor. */
  const talk = async () => {
    const visitor = await server.seed.visitor(integration.public_key)
    const conversation_id = crypto.randomUUID()
    const of = { ...key, conversation_id }
    const write = (body: string, more: { reply_to?: string; button_id?: string } = {}) =>
      visitor.browser.call(sendVisitorMessage, {
        conversation_id,
        id: crypto.randomUUID(),
        body,
        locale: 'en',
        ...more,
      })
    const reached = (status: string) =>
      server.eventually(async () => (await browser.call(getScenarioRun, of))?.status === status || undefined)
    await write('Hello')
    await reached('waiting')
    return { visitor, conversation_id, of, write, reached }
  }
  return { ...created, key, publish, talk }
}

test('a rating requested by a scenario rates the conversation, in both threads', async () => {
  const { browser, publish, talk } = await shop()
  // Its own rating doesn't start it again.
  await publish([{ id: 'rate', kind: 'rate', text: { en: 'Again?' }, next: 'bye' }, bye], {
    kind: 'rating_received',
    band: 'any',
  })
  await publish([{ id: 'rate', kind: 'rate', text: { en: 'How was it?' }, next: 'bye' }, bye])
  const { visitor, conversation_id, of, write, reached } = await talk()
  const asked = (await browser.call(listMessages, of)).find(({ body }) => body === 'How was it?')
  expect(asked?.details.buttons).toHaveLength(5)
  await write('4 – Good', { reply_to: asked?.id ?? '', button_id: '4' })
  await reached('completed')
  expect((await browser.call(getConversation, of)).rating).toMatchObject({ score: 4, comment: null })
  const visitorMessages = await visitor.browser.call(listVisitorMessages, { conversation_id })
  expect(visitorMessages.some(({ body }) => body === 'Again?')).toBe(false)
  expect(visitorMessages.filter(({ kind }) => kind === 'rating')).toMatchObject([{ author: 'contact' }])
})

test('SEC-10 S6.02 an email goes to the named members and the team, except those who can’t see the conversation or have unsubscribed, and to no one of another workspace', async () => {
  const { browser, user, integration_id, key, publish, talk, email } = await shop()
  const inTeam = await server.seed.member(integration_id, 'agent')
  const limited = await server.seed.member(integration_id, 'agent')
  const unsubscribed = await server.seed.member(integration_id, 'agent')
  const otherWorkspace = await server.seed.integration()
  const member_ids = [inTeam.user.id, limited.user.id]
  const team = await browser.call(createTeam, { ...key, name: 'Returns', member_ids })
  await browser.call(updateMember, { ...key, user_id: limited.user.id, conversation_access: 'own' })
  const step = (subject: string, to: string[]): Step => ({
    id: 'mail',
    kind: 'email_team',
    member_ids: to,
    team_id: team.id,
    subject,
    body: 'Order {{order}}\n\n<b>Bold</b>',
    next: 'bye',
  })
  const ask: Step = {
    id: 'ask',
    kind: 'question',
    text: { en: 'Order?' },
    save_as: { variable: 'order' },
    next: 'mail',
  }
  await expect(publish([ask, step('x', [otherWorkspace.user.id]), bye])).rejects.toMatchObject({
    errors: { 'flow.steps.mail.member_ids.0': [expect.any(String)] },
  })
  await publish([ask, step('Complaint {{order}}', [user.id, unsubscribed.user.id]), bye])
  /** Emails of the step to an address, once there are so many. */
  const mails = (to: string, count = 0) =>
    server.eventually(async () => {
      const all = await server.mailbox.list()
      const sent = all.filter((mail) => mail.to === to && mail.subject.startsWith('Complaint'))
      return sent.length >= count ? sent : undefined
    })
  const first = await talk()
  await first.write('12\r\nBcc: x@example.com')
  await first.reached('completed')
  const [mail] = await mails(email, 1)
  expect(mail?.subject).toBe('Complaint 12 Bcc: x@example.com')
  expect(mail?.text).toContain(`/app/i/${integration_id}/conversation/${first.conversation_id}`)
  expect(mail?.html).toContain('&#60;b&#62;Bold&#60;/b&#62;')
  expect(await mails(inTeam.email, 1)).toHaveLength(1)
  expect(await mails(limited.email)).toEqual([])

  // The server stopped after the emails were queued, before their job was marked as completed.
  const jobs = async (name: string) => {
    const { rows } = await server.database.pool.query<{ state: string }>(
      `select state::text from pgboss.job where name = $1 and strpos(data::text, $2) > 0`,
      [name, first.conversation_id],
    )
    return rows.map(({ state }) => state)
  }
  const queued = (await jobs('mail.send')).length
  await server.database.pool.query(
    `update pgboss.job set state = 'created', started_on = null, completed_on = null
     where name = $1 and strpos(data::text, $2) > 0`,
    [emailTeamJob.name, first.conversation_id],
  )
  server.jobs.wake(emailTeamJob)
  await expect.poll(() => jobs(emailTeamJob.name)).toEqual(['completed'])
  expect(await jobs('mail.send')).toHaveLength(queued)

  // Its link unsubscribes from the next one.
  const [firstMail] = await mails(unsubscribed.email, 1)
  const token = /stop-mails\?token=([\w.-]+)/.exec(firstMail?.text ?? '')?.[1] ?? ''
  await unsubscribed.browser.call(unsubscribeNotificationEmails, { token })
  const second = await talk()
  await second.write('13')
  await second.reached('completed')
  expect(await mails(email, 2)).toHaveLength(2)
  expect(await mails(inTeam.email, 2)).toHaveLength(2)
  expect(await mails(unsubscribed.email)).toHaveLength(1)
})

test('429 SEC-44 scenarios email the team 60 times an hour from all servers together, then the thread shows the failed step', async () => {
  const { browser, user, integration_id, publish, talk, email } = await shop()
  const mail: Step = {
    id: 'mail',
    kind: 'email_team',
    member_ids: [user.id],
    team_id: null,
    subject: 'Limited',
    body: 'Hello',
    next: 'ask',
  }
  await publish([mail, { id: 'ask', kind: 'question', text: { en: 'Ok?' }, next: 'bye' }, bye])
  const sent = async () =>
    (await server.mailbox.list()).filter((one) => one.to === email && one.subject === 'Limited')
  await talk()
  await expect.poll(sent).toHaveLength(1)
  const counted = await server.database.pool.query(
    `select points from rate_limit where key like 'rate:scenario-email:1:%' and points = 1`,
  )
  // The embedded database has one server only.
  expect(counted.rows).toHaveLength(process.env['TEST_DATABASE_URL'] ? 1 : 0)
  const limit = { name: 'scenario-email', points: 60, per_s: 3_600, is_shared: true } as const
  await server.ctx.rates.take(limit, integration_id, '', 59)
  const { of } = await talk()
  const failed = async () =>
    (await browser.call(listMessages, of)).filter(({ details }) => details.event === 'scenario_step_failed')
  await expect.poll(failed).toMatchObject([{ details: { scenario: { step_id: 'mail', step_number: 1 } } }])
  expect(await sent()).toHaveLength(1)
})
