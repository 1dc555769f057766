import {
  getReport,
  listReportConversations,
  type Message,
  type Metric,
  metrics,
  type Report,
  type ResolvedBy,
  signIn,
  day_ms,
} from '@ozvi/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'
import { seed } from '../../seed/seed.ts'
import { createWorkspace, readPages } from '../../seed/workspace.ts'

/* Compares the database's counts of seeded conversations with a count over their messages. */

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const time_zone = 'Europe/Bratislava'

/** The calendar day in the zone, computed without the database. */
const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone })
const hourFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: time_zone,
  hour: '2-digit',
  hourCycle: 'h23',
})
const dayThere = (at: string | number) => dayFormat.format(new Date(at))
const hourThere = (at: string) => Number(hourFormat.format(new Date(at)))

interface Told {
  id: string
  created_at: string
  status: string
  handler: 'team' | 'assistant' | 'scenario'
  rating: number | null
  reason: string | null
  resolver: ResolvedBy | null
  /** A member or rule has replied, taken over, or was requested. */
  has_person: boolean
  first_reply_s: number | null
  resolution_s: number | null
  resolved_at: string | null
  is: Record<Metric, boolean>
}
const resolvers: Record<string, ResolvedBy> = { confirmed: 'assistant', timed_out: 'silence' }
/** Recomputes the facts from the messages alone. */
function recount(row: { id: string; created_at: string }, messages: Message[]): Told {
  let status = 'open'
  let handler: Told['handler'] = 'assistant'
  let wanted_at: string | undefined
  let replied_at: string | undefined
  let resolved_at: string | undefined
  let isWaiting = false
  let answers = 0
  let rating: number | null = null
  let reason: string | null = null
  let resolver: ResolvedBy | null = null
  let has_person = false
  const is = { reopened: false, soon: false, thanked: false }
  const reopen = (at: string) => {
    if (status !== 'resolved') return
    is.reopened = true
    is.soon ||= Date.parse(at) - Date.parse(resolved_at ?? at) <= 7 * day_ms
  }
  for (const { author, kind, details, citations, sent_at } of messages) {
    if (kind === 'rating') rating = details.score ?? null
    else if (author === 'contact') {
      reopen(sent_at)
      status = 'open'
      isWaiting = handler === 'team'
    } else if (kind === 'answer') {
      if (citations.length > 0) answers += 1
      if (details.is_confirmed && answers > 0) is.thanked = true
    } else if (kind === 'hand_over') {
      handler = 'team'
      wanted_at ??= sent_at
      reason = details.reason ?? null
      isWaiting = true
      has_person = true
    } else if (author === 'member' && kind === 'text') {
      reopen(sent_at)
      has_person = true
      status = 'waiting'
      handler = 'team'
      replied_at ??= sent_at
      isWaiting = false
    } else if (details.event === 'taken_over') {
      handler = 'team'
      wanted_at ??= sent_at
      isWaiting = status === 'open'
      has_person = true
    } else if (details.event === 'handed_back') {
      handler = 'assistant'
      isWaiting = false
    } else if (details.status) {
      status = details.status
      if (status === 'resolved') resolved_at = sent_at
      if (status === 'resolved') resolver = resolvers[details.event ?? ''] ?? 'member'
      isWaiting = false
    }
  }
  const involved = answers > 0 || reason !== null
  const answered = answers > 0 && !has_person
  const seconds = (from: string, to: string) => Math.max(0, Date.parse(to) - Date.parse(from)) / 1000
  return {
    ...row,
    status,
    handler,
    rating,
    reason,
    resolver: status === 'resolved' ? resolver : null,
    has_person,
    first_reply_s: replied_at ? seconds(wanted_at ?? row.created_at, replied_at) : null,
    resolution_s: status === 'resolved' && resolved_at ? seconds(row.created_at, resolved_at) : null,
    resolved_at: status === 'resolved' ? (resolved_at ?? null) : null,
    is: {
      open: status !== 'resolved',
      waiting: isWaiting && handler === 'team',
      conversations: true,
      replied: replied_at !== undefined,
      resolved: status === 'resolved',
      reopened: is.reopened,
      rated: rating !== null,
      sla_met: false,
      sla_missed: false,
      involved,
      answered,
      confirmed: answered && is.thanked,
      silent: answered && !is.thanked,
      handed_over: reason !== null,
      taken_over: answers > 0 && reason === null && has_person,
      reopened_soon: involved && is.soon,
      resolved_by_assistant: answered && status === 'resolved' && resolver === 'assistant',
    },
  }
}
const percentile = (values: number[], share: number) => {
  const sorted = [...values].sort((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const low = sorted[Math.floor(place)] ?? 0
  return low + ((sorted[Math.ceil(place)] ?? low) - low) * (place % 1)
}

let integration_id = ''
let eva: ReturnType<typeof server.browser>
let all: Told[]
const periods = (days: number) => {
  const today = Date.parse(dayThere(Date.now()))
  const place = ({ created_at }: Told) => Math.round((today - Date.parse(dayThere(created_at))) / day_ms)
  const counted = all.filter(({ status }) => status !== 'spam')
  return {
    current: counted.filter((notified) => place(notified) < days),
    previous: counted.filter((notified) => place(notified) >= days && place(notified) < 2 * days),
  }
}
beforeAll(async () => {
  const workspace = await createWorkspace(server.ctx)
  integration_id = workspace.workspace.id
  const citations = await readPages(server.ctx, workspace.workspace)
  await seed(server.ctx, workspace.workspace, citations, {
    seed: 'figures',
    conversations: 500,
    days: 70,
    until: Date.now(),
  })
  eva = server.browser()
  await eva.call(signIn, workspace.sign_in)
  const rows = await server.ctx.db.selectFrom('conversation').select(['id', 'created_at']).execute()
  const messages = await server.ctx.db.selectFrom('message').selectAll().orderBy('seq').execute()
  const of = Map.groupBy(messages, ({ conversation_id }) => conversation_id)
  // The row has every field of the contract's message except `prev`, which isn't used here.
  all = rows.map((row) => recount(row, (of.get(row.id) ?? []) as unknown as Message[]))
})

test('the recount includes cases that could be mistaken for the assistant’s work: inactivity, and a reply followed by handing back', () => {
  const answeredBySilence = all.filter((notified) => notified.is.answered && notified.resolver === 'silence')
  const givenBack = all.filter(({ handler, has_person }) => handler === 'assistant' && has_person)
  for (const notified of [...answeredBySilence, ...givenBack])
    expect(notified.is.resolved_by_assistant, notified.id).toBe(false)
  for (const notified of givenBack) expect(notified.is.answered, notified.id).toBe(false)
  expect([answeredBySilence.length > 0, givenBack.length > 0]).toEqual([true, true])
})

test('every number of both periods equals a naive recount of the messages', async () => {
  for (const days of [7, 30]) {
    const report: Report = await eva.call(getReport, { integration_id, days, time_zone })
    const notified = periods(days)
    for (const which of ['current', 'previous'] as const) {
      const rows = notified[which]
      const count = (figure: Metric) => rows.filter(({ is }) => is[figure]).length
      const replies = rows.flatMap(({ first_reply_s }) => first_reply_s ?? [])
      const ratings = rows.flatMap(({ rating }) => rating ?? [])
      const figures = report[which]
      expect(figures).toMatchObject({
        conversations: rows.length,
        replied: count('replied'),
        resolved: count('resolved'),
        reopened: count('reopened'),
        rated: count('rated'),
        rating_counts: [1, 2, 3, 4, 5].map((score) => ratings.filter((one) => one === score).length),
      })
      for (const resolver of ['member', 'assistant', 'silence'] as const)
        expect(figures.resolved_by[resolver] ?? 0, resolver).toBe(
          rows.filter((notified) => notified.resolver === resolver).length,
        )
      expect(Object.values(figures.resolved_by).reduce((sum, one) => sum + one, 0)).toBe(count('resolved'))
      expect(figures.first_reply_median_s).toBeCloseTo(percentile(replies, 0.5), 3)
      expect(figures.first_reply_p90_s).toBeCloseTo(percentile(replies, 0.9), 3)
      expect(figures.resolution_median_s).toBeCloseTo(
        percentile(
          rows.flatMap(({ resolution_s }) => resolution_s ?? []),
          0.5,
        ),
        3,
      )
      expect(figures.rating_average).toBeCloseTo(
        ratings.reduce((sum, one) => sum + one, 0) / ratings.length,
        6,
      )
      const assistant = report.assistant?.[which]
      for (const figure of [
        'involved',
        'answered',
        'confirmed',
        'silent',
        'handed_over',
        'taken_over',
        'reopened_soon',
        'resolved_by_assistant',
      ] as const)
        expect(assistant?.[figure], figure).toBe(count(figure))
      expect(count('answered') + count('handed_over') + count('taken_over')).toBe(count('involved'))
      const by = assistant?.handed_over_by ?? {}
      expect(by.asked_for_human).toBe(rows.filter(({ reason }) => reason === 'asked_for_human').length)
      expect(Object.values(by).reduce((sum, one) => sum + one, 0)).toBe(count('handed_over'))
    }
    expect(report.by_day).toHaveLength(days)
    expect(
      report.previous_by_day.map(({ day, team, assistant, scenario }) => [day, team + assistant + scenario]),
    ).toEqual(
      report.previous_by_day.map(({ day }) => [
        day,
        notified.previous.filter(({ created_at }) => dayThere(created_at) === day).length,
      ]),
    )
    expect(report.previous_by_day.at(0)?.day).toBe(report.previous_from_day)
    expect(report.by_day.at(-1)?.day).toBe(dayThere(Date.now()))
    const openAfter = (day: string) =>
      all.filter(
        ({ status, created_at, resolved_at }) =>
          status !== 'spam' &&
          dayThere(created_at) <= day &&
          (resolved_at === null || dayThere(resolved_at) > day),
      ).length
    for (const { day, team, assistant, scenario, open, ...sums } of report.by_day) {
      const started = notified.current.filter(({ created_at }) => dayThere(created_at) === day)
      // The recount takes what a scenario handles for the assistant's.
      expect([team, assistant + scenario, open], day).toEqual([
        started.filter(({ handler }) => handler === 'team').length,
        started.filter(({ handler }) => handler === 'assistant').length,
        openAfter(day),
      ])
      expect([sums.resolved, sums.resolved_by_assistant, sums.answered], day).toEqual([
        started.filter(({ is }) => is.resolved).length,
        started.filter(({ is }) => is.resolved_by_assistant).length,
        started.filter(({ is }) => is.answered).length,
      ])
      const replies = started.flatMap(({ first_reply_s }) => first_reply_s ?? [])
      expect(sums.first_reply_median_s ?? -1).toBeCloseTo(replies.length ? percentile(replies, 0.5) : -1, 3)
    }
    const dayBefore = new Date(Date.parse(report.from_day) - day_ms).toISOString().slice(0, 10)
    expect([report.current.open, report.previous.open]).toEqual([
      openAfter(dayThere(Date.now())),
      openAfter(dayBefore),
    ])
    expect(report.by_hour.flat().reduce((sum, one) => sum + one, 0)).toBe(notified.current.length)
    expect(report.by_hour.map((hours) => hours[10])).toEqual(
      [1, 2, 3, 4, 5, 6, 0].map(
        (weekday) =>
          notified.current.filter(
            ({ created_at }) =>
              hourThere(created_at) === 10 && new Date(dayThere(created_at)).getUTCDay() === weekday,
          ).length,
      ),
    )
  }
})

test('each number lists the conversations that it counts, each once', async () => {
  const { current } = periods(30)
  for (const figure of metrics) {
    const expected = (figure === 'waiting' || figure === 'open' ? all : current)
      .filter(({ is, status }) => is[figure] && status !== 'spam')
      .map(({ id }) => id)
    const listed: string[] = []
    for (let cursor: string | undefined; ;) {
      const page = await eva.call(listReportConversations, {
        integration_id,
        figure,
        days: 30,
        time_zone,
        limit: 100,
        ...(cursor ? { cursor } : {}),
      })
      expect(page.total, figure).toBe(expected.length)
      listed.push(...page.items.map(({ id }) => id))
      if (!page.next) break
      cursor = page.next
    }
    expect(listed.length, figure).toBe(expected.length)
    expect(new Set(listed), figure).toEqual(new Set(expected))
  }
})

test('each part of a number lists its conversations: a day, an hour of the week, a reason, a resolver, a score', async () => {
  const { current } = periods(30)
  const total = async (part: object) =>
    (
      await eva.call(listReportConversations, {
        integration_id,
        figure: 'conversations',
        days: 30,
        time_zone,
        ...part,
      })
    ).total
  const day = dayThere(Date.now() - 5 * day_ms)
  const onDay = current.filter(({ created_at }) => dayThere(created_at) === day)
  expect(await total({ day })).toBe(onDay.length)
  expect(await total({ day, handler: 'team' })).toBe(onDay.filter(({ handler }) => handler === 'team').length)
  expect(await total({ weekday: 1, hour: 9 })).toBe(
    current.filter(
      ({ created_at }) => hourThere(created_at) === 9 && new Date(dayThere(created_at)).getUTCDay() === 1,
    ).length,
  )
  expect(await total({ figure: 'rated', score: 5 })).toBe(current.filter(({ rating }) => rating === 5).length)
  for (const resolved_by of ['assistant', 'silence'] as const)
    expect(await total({ figure: 'resolved', resolved_by })).toBe(
      current.filter(({ resolver }) => resolver === resolved_by).length,
    )
  expect(await total({ figure: 'handed_over', reason: 'nothing_found' })).toBe(
    current.filter(({ reason }) => reason === 'nothing_found').length,
  )
})
