import {
  assignConversation,
  changeRole,
  createCustomRole,
  deleteReportEmail,
  getReportEmail,
  removeMember,
  type ReportSchedule,
  sendMessage,
  setStatus,
  unsubscribeReportEmails,
  updateIntegration,
  updateProfile,
  updateReportEmail,
  day_ms,
  hour_ms,
} from '@ozvi/contract'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'
import { queueDue, sendReportJob } from './jobs.ts'
import { nextReportAt, periodDue } from './schedule.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

/** Weekly, on the day after today in UTC, so that the report is about a week that ends today. */
const tomorrow = (): ReportSchedule => ({
  frequency: 'weekly',
  day: (new Date().getUTCDay() % 7) + 1,
  time_zone: null,
})
const reportsTo = async (email: string) =>
  (await server.mailbox.list()).filter(({ to, subject }) => to === email && /report/i.test(subject))
/** Waits until no job is left, so that a report which is missing was never queued. */
const idle = () =>
  server.eventually(async () => {
    const { rows } = await sql`select 1 from pgboss.job
      where name in ('report-emails.send', 'mail.send') and state in ('created', 'active', 'retry')`.execute(
      server.ctx.db,
    )
    return rows.length === 0 ? true : undefined
  })
/** Sends what is due at a time. */
const sendDueAt = (time: number) =>
  server.later(time - Date.now(), async () => {
    await queueDue(server.ctx)
    await idle()
  })
/** A workspace with a conversation that was answered; its owner gets a report tomorrow. */
async function subscribed() {
  const seeded = await server.seed.conversation()
  const { browser, integration_id, conversation_id } = seeded
  const at = { integration_id }
  await browser.call(sendMessage, {
    ...at,
    conversation_id,
    id: crypto.randomUUID(),
    body: 'Here I am',
  })
  const { next_at } = await browser.call(updateReportEmail, { ...at, ...tomorrow() })
  return { ...seeded, at, due: Date.parse(next_at ?? '') }
}

test('a member gets the numbers of the past week in both versions of an email, and one each week', async () => {
  const { browser, at, email, due, conversation_id } = await subscribed()
  await browser.call(setStatus, { ...at, conversation_id, status: 'resolved' })
  await sendDueAt(due - 60_000)
  expect(await reportsTo(email)).toEqual([])
  await sendDueAt(due)
  const [mail, ...others] = await reportsTo(email)
  expect(others).toEqual([])
  expect(mail?.subject).toMatch(/^Weekly report: \w+ \d.* – Shop$/)
  expect(mail?.text).toContain('Conversations: 1\n')
  expect(mail?.text).toMatch(/Median first reply time: \d+ sec\n/)
  expect(mail?.text).toContain('Resolved: 1\n')
  expect(mail?.text).toContain(`/app/i/${at.integration_id}?days=7`)
  expect(mail?.html).toMatch(/<th scope="row"[^>]*>Conversations<\/th><td[^>]*>1<\/td>/)
  await sendDueAt(due + 60_000)
  expect(await reportsTo(email)).toHaveLength(1)
  await sendDueAt(due + 7 * day_ms)
  const reports = await reportsTo(email)
  expect(reports).toHaveLength(2)
  expect(reports.some(({ text }) => text.includes('No conversations started in Shop in this period'))).toBe(
    true,
  )
})

test('a report is in the language of its member, with names as text', async () => {
  const { browser, at, email, due } = await subscribed()
  const hostile = '<script>alert(1)</script>'
  await browser.call(updateProfile, { locale: 'sk' })
  await browser.call(updateIntegration, { ...at, name: hostile })
  await sendDueAt(due)
  const [mail] = await reportsTo(email)
  expect(mail?.subject).toContain('Týždenný report:')
  expect(mail?.text).toContain('Konverzácie: 1\n')
  expect(mail?.text).toContain('Najrušnejšia hodina: ')
  expect(mail?.html).not.toContain('<script')
})

test('a report is sent once per period: with two nodes, after a crash, a saved schedule and another time zone', async () => {
  const { browser, at, email, user, due } = await subscribed()
  await server.later(due - Date.now(), async () => {
    browser.cookies.delete('XSRF-TOKEN')
    await browser.call(updateReportEmail, { ...at, ...tomorrow() })
    await Promise.all([queueDue(server.ctx), queueDue(server.ctx)])
    await idle()
  })
  expect(await reportsTo(email)).toHaveLength(1)
  // The job of a process that died after the commit runs again.
  const period = { ...periodDue(tomorrow(), 'UTC', due), frequency: 'weekly' as const, time_zone: 'UTC' }
  const { integration_id } = at
  await server.ctx.transaction((tx) =>
    tx.enqueue(sendReportJob, { integration_id, user_id: user.id, ...period }),
  )
  await idle()
  expect(await reportsTo(email)).toHaveLength(1)
  // 8:00 of the same day comes once more further west.
  await server.later(due - Date.now(), async () => {
    browser.cookies.delete('XSRF-TOKEN')
    await browser.call(updateReportEmail, { ...at, ...tomorrow(), time_zone: 'Pacific/Honolulu' })
  })
  await sendDueAt(due + 12 * hour_ms)
  expect(await reportsTo(email)).toHaveLength(1)
  await sendDueAt(due + 22 * day_ms)
  expect(await reportsTo(email)).toHaveLength(2)
})

test('removed members and those who can’t see reports get none, and an agent gets their own numbers', async () => {
  const { browser, integration_id, conversation_id } = await server.seed.conversation()
  const at = { integration_id }
  const [agent, removed, demoted] = [
    await server.seed.member(integration_id, 'agent'),
    await server.seed.member(integration_id, 'editor'),
    await server.seed.member(integration_id, 'editor'),
  ]
  let due = 0
  for (const { browser: own } of [agent, removed, demoted]) {
    const { next_at } = await own.call(updateReportEmail, { ...at, ...tomorrow() })
    due = Date.parse(next_at ?? '')
  }
  await browser.call(assignConversation, { ...at, conversation_id, assignee_id: agent.user.id })
  await browser.call(removeMember, { ...at, user_id: removed.user.id })
  const { id } = await browser.call(createCustomRole, {
    ...at,
    name: 'Writer',
    base_role: 'editor',
    withheld: ['reports.see'],
  })
  await browser.call(changeRole, { ...at, user_id: demoted.user.id, role: 'editor', custom_role_id: id })
  await sendDueAt(due)
  expect(await reportsTo(removed.email)).toEqual([])
  expect(await reportsTo(demoted.email)).toEqual([])
  await expect(demoted.browser.call(getReportEmail, at)).rejects.toMatchObject({ code: 'forbidden' })
  const [mail] = await reportsTo(agent.email)
  expect(mail?.text).toContain('your conversations in Shop')
  expect(mail?.text).toContain('Conversations: 1\n')
  expect(mail?.text).not.toContain('assistant')
})

test('a member stops the reports in the app, with the link, or with one click in the email program', async () => {
  const { browser, at, email, due } = await subscribed()
  await sendDueAt(due)
  const [mail] = await reportsTo(email)
  const url = new URL(mail?.unsubscribe_url ?? '')
  const token = url.searchParams.get('token') ?? ''
  expect(mail?.text).toContain(`/stop-mails?token=${token}&of=report`)
  const anonymous = server.browser()
  const forged = `${token.startsWith('a') ? 'b' : 'a'}${token.slice(1)}`
  await expect(anonymous.call(unsubscribeReportEmails, { token: forged })).rejects.toMatchObject({
    code: 'invalid_input',
    errors: { token: expect.any(Array) as unknown },
  })
  const off = { schedule: null, next_at: null }
  const subscribeAgain = () => browser.call(updateReportEmail, { ...at, ...tomorrow() })
  const reply = await server.app.inject({
    method: 'POST',
    url: url.pathname + url.search,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(reply.statusCode).toBe(200)
  expect(await browser.call(getReportEmail, at)).toEqual(off)
  await subscribeAgain()
  expect(await anonymous.call(unsubscribeReportEmails, { token })).toEqual({ workspace: 'Shop' })
  expect(await browser.call(getReportEmail, at)).toEqual(off)
  await subscribeAgain()
  await browser.call(deleteReportEmail, at)
  expect(await browser.call(getReportEmail, at)).toEqual(off)
  await sendDueAt(due + 7 * day_ms)
  expect(await reportsTo(email)).toHaveLength(1)
})

test('the schedule is stored with its next time; a new one replaces it', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const at = { integration_id }
  expect(await browser.call(getReportEmail, at)).toEqual({ schedule: null, next_at: null })
  const schedule = { frequency: 'monthly', day: 28, time_zone: 'Asia/Tokyo' } as const
  const saved = await browser.call(updateReportEmail, { ...at, ...schedule })
  expect(saved).toEqual({ schedule, next_at: nextReportAt(schedule, 'Asia/Tokyo', Date.now()) })
  expect(await browser.call(getReportEmail, at)).toEqual(saved)
})

test('422 a day that the week or month doesn’t have, an unknown frequency or time zone names its field', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const weekly = { frequency: 'weekly', day: 1, time_zone: null }
  for (const [field, value] of [
    ['day', 8],
    ['day', 0],
    ['day', 1.5],
    ['day', '1; drop table report_email'],
    ['frequency', 'hourly'],
    ['time_zone', 'Mars/Olympus'],
    ['time_zone', `${'x'.repeat(5000)}`],
  ] as const) {
    const reply = await browser.request('PUT', `/api/integration/${integration_id}/report-email`, {
      ...weekly,
      [field]: value,
    })
    expect(reply.statusCode, `${field} ${String(value).slice(0, 20)}`).toBe(422)
    // What an error answers with.
    expect(Object.keys((reply.json() as { errors: object }).errors)).toEqual([field])
  }
})

test('SEC-10 404: the schedule of another workspace', async () => {
  const { at } = await subscribed()
  const { browser } = await server.seed.integration()
  const absent = { code: 'not_found' }
  await expect(browser.call(getReportEmail, at)).rejects.toMatchObject(absent)
  await expect(browser.call(updateReportEmail, { ...at, ...tomorrow() })).rejects.toMatchObject(absent)
  await expect(browser.call(deleteReportEmail, at)).rejects.toMatchObject(absent)
})
