import {
  assignConversation,
  breakdowns,
  createTag,
  getReport,
  getReportTable,
  listReportConversations,
  type Metric,
  requestPerson,
  sendMessage,
  sendVisitorMessage,
  setTags,
  updateHours,
  updateTargets,
  day_ms,
  minute_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { markOverdue } from '#features/conversations'
import { testServer } from '../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const id = () => crypto.randomUUID()

/** A conversation in Slovak with a tag and an assignee, and one in English without. */
async function twoConversations() {
  const created = await server.seed.conversation()
  const { browser, visitor, integration_id, conversation_id: first, user } = created
  const second = id()
  await visitor.browser.call(sendVisitorMessage, {
    conversation_id: second,
    id: id(),
    body: 'Dobrý deň',
    locale: 'sk',
  })
  const tag = await browser.call(createTag, { integration_id, name: '=SUM(A1)', color: 'red' })
  const key = { integration_id, conversation_id: second }
  await browser.call(setTags, { ...key, add: [tag.id] })
  await browser.call(assignConversation, { ...key, assignee_id: user.id })
  return { ...created, first, second, tag_id: tag.id }
}

test('a report counts the conversations of its filters, and the list behind each number has the same length', async () => {
  const { browser, integration_id, first, second, tag_id, user } = await twoConversations()
  for (const [filter, expected] of [
    [{}, [first, second]],
    [{ locale: 'sk' }, [second]],
    [{ tag_id }, [second]],
    [{ tag_id: 'none' }, [first]],
    [{ assignee_id: user.id }, [second]],
    [{ assignee_id: 'none' }, [first]],
    [{ team_id: 'none', origin: 'contact' }, [first, second]],
    [{ origin: 'member' }, []],
    [{ locale: 'sk', assignee_id: 'none' }, []],
  ] as const) {
    const input = { integration_id, ...filter }
    const report = await browser.call(getReport, input)
    expect(report.current.conversations, JSON.stringify(filter)).toBe(expected.length)
    const list = await browser.call(listReportConversations, { ...input, figure: 'conversations' })
    expect(list.total).toBe(expected.length)
    expect(new Set(list.items.map((row) => row.id))).toEqual(new Set(expected))
    for (const by of breakdowns) {
      const rows = await browser.call(getReportTable, { ...input, by })
      expect(
        rows.reduce((sum, row) => sum + row.conversations, 0),
        by,
      ).toBe(expected.length)
    }
  }
  const tags = await browser.call(getReportTable, { integration_id, by: 'tag' })
  expect(new Set(tags.map(({ key }) => key))).toEqual(new Set([tag_id, null]))
})

test('replies in time and late ones are counted by their targets, each with its list', async () => {
  const created = await twoConversations()
  const { browser, visitor, integration_id, first, second } = created
  await browser.call(updateTargets, { integration_id, first_reply_min: { none: 60 } })
  const count = async () => {
    const { current } = await browser.call(getReport, { integration_id })
    return [current.sla_met, current.sla_missed]
  }
  for (const conversation_id of [first, second])
    await visitor.browser.call(requestPerson, { conversation_id })
  expect(await count()).toEqual([0, 0])
  const reply = (conversation_id: string) =>
    browser.call(sendMessage, { integration_id, conversation_id, id: id(), body: 'Hello' })
  await server.later(10 * minute_ms, () => reply(first))
  expect(await count()).toEqual([1, 0])
  await server.later(90 * minute_ms, () => markOverdue(server.ctx))
  expect(await count()).toEqual([1, 1])
  await server.later(100 * minute_ms, () => reply(second))
  expect(await count()).toEqual([1, 1])
  const listed = async (figure: Metric) =>
    (await browser.call(listReportConversations, { integration_id, figure })).items.map((row) => row.id)
  expect([await listed('sla_met'), await listed('sla_missed')]).toEqual([[first], [second]])
})

test('a late reply is missed even if it was sent before it was marked as overdue', async () => {
  const { browser, visitor, integration_id, first } = await twoConversations()
  await browser.call(updateTargets, { integration_id, first_reply_min: { none: 60 } })
  await visitor.browser.call(requestPerson, { conversation_id: first })
  await server.later(61 * minute_ms, () =>
    browser.call(sendMessage, { integration_id, conversation_id: first, id: id(), body: 'Hello' }),
  )
  const { current } = await browser.call(getReport, { integration_id })
  expect([current.sla_met, current.sla_missed]).toEqual([0, 1])
})

test('inside and outside opening hours add up to the total', async () => {
  const { browser, visitor, integration_id } = await server.seed.conversation()
  const week = Array.from({ length: 7 }, () => [{ from: '09:00', to: '17:00' }])
  await browser.call(updateHours, { integration_id, is_on: true, time_zone: 'UTC', week })
  const midnight = (Math.floor(Date.now() / day_ms) + 2) * day_ms
  for (const hour of [8, 10, 16, 17])
    await server.later(midnight + hour * 60 * minute_ms - Date.now(), () =>
      visitor.browser.call(sendVisitorMessage, {
        conversation_id: id(),
        id: id(),
        body: `At ${hour}`,
        locale: 'en',
      }),
    )
  await server.later(midnight + 18 * 60 * minute_ms - Date.now(), async () => {
    const day = new Date(midnight).toISOString().slice(0, 10)
    const count = async (filter: object) =>
      (
        await browser.call(getReport, {
          integration_id,
          from_day: day,
          until_day: day,
          time_zone: 'UTC',
          ...filter,
        })
      ).current.conversations
    expect([await count({ hours: 'open' }), await count({ hours: 'closed' }), await count({})]).toEqual([
      2, 2, 4,
    ])
  })
})

test('422: a custom period that is incomplete, reversed, too long or not a date is rejected', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const errorsOf = async (input: { from_day?: string; until_day?: string; team_id?: string }) =>
    browser.call(getReport, { integration_id, ...input }).then(
      () => null,
      ({ errors }: { errors: object }) => Object.keys(errors),
    )
  expect(await errorsOf({ from_day: '2026-11-01' })).toEqual(['until_day'])
  expect(await errorsOf({ until_day: '2026-11-01' })).toEqual(['from_day'])
  expect(await errorsOf({ from_day: '2026-11-02', until_day: '2026-11-01' })).toEqual(['until_day'])
  expect(await errorsOf({ from_day: '2025-01-01', until_day: '2026-11-01' })).toEqual(['until_day'])
  expect(await errorsOf({ from_day: '2026-02-31', until_day: '2026-03-01' })).toEqual(['from_day'])
  expect(await errorsOf({ from_day: '0001-01-01', until_day: '0001-01-02' })).toEqual(['from_day'])
  expect(await errorsOf({ team_id: "'; drop table conversation" })).toEqual(['team_id'])
  expect(await errorsOf({ from_day: '9999-12-01', until_day: '9999-12-31' })).toBeNull()
  const whole = { from_day: '2025-11-01', until_day: '2026-11-01' }
  const report = await browser.call(getReport, { integration_id, ...whole })
  expect([report.days, report.by_day.length, report.until_day]).toEqual([366, 366, '2026-11-01'])
})

test('a report’s export has the rows of its table, without formulas', async () => {
  const { browser, integration_id } = await twoConversations()
  const agent = await server.seed.member(integration_id, 'agent')
  const file = async (who: typeof browser) => {
    const reply = await who.request('GET', `/api/integration/${integration_id}/report-export?by=tag&days=7`)
    expect(reply.headers['content-type']).toMatch(/^text\/csv/)
    return reply.body.replace('\ufeff', '').trim().split('\r\n')
  }
  const [head, ...rows] = await file(browser)
  expect(head).toMatch(/^"tag","conversations","replied","first_reply_median_s"/)
  expect(new Set(rows.map((row) => row.split(',').slice(0, 2).join()))).toEqual(
    new Set([`"'=SUM(A1)","1"`, '"","1"']),
  )
  // Nothing is assigned to the agent.
  expect(await file(agent.browser)).toHaveLength(1)
})

test('404: another workspace’s report', async () => {
  const { integration_id } = await server.seed.integration()
  const { browser } = await server.seed.integration()
  await expect(browser.call(getReportTable, { integration_id, by: 'day' })).rejects.toMatchObject({
    code: 'not_found',
  })
  const reply = await browser.request('GET', `/api/integration/${integration_id}/report-export?by=day`)
  expect(reply.statusCode).toBe(404)
})
