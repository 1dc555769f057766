import { listConversations, listMessages, signIn, day_ms } from '@ozvi/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer } from '../../test/server.ts'
import { createRandom } from './random.ts'
import { startTimes } from './schedule.ts'
import { seed, type Seeded } from './seed.ts'
import { createWorkspace, readPages } from './workspace.ts'

let server: Awaited<ReturnType<typeof testServer>>
let workspace: Awaited<ReturnType<typeof createWorkspace>>
let done: Seeded
/** Enough conversations that events with a probability of 2% occur in every workspace. */
const conversations = 700
const until = Date.parse('2026-11-20T15:00:00.000Z')

beforeAll(async () => {
  server = await testServer({}, { isAnswering: false })
  workspace = await createWorkspace(server.ctx)
  const citations = await readPages(server.ctx, workspace.workspace)
  done = await seed(server.ctx, workspace.workspace, citations, {
    seed: 'test',
    conversations,
    days: 120,
    until,
  })
})
afterAll(() => server[Symbol.asyncDispose]())

/** The number of matching rows; the database has no other data. */
const count = async (from: ReturnType<typeof sql>): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(server.ctx.db as never)).rows[0]
    ?.n ?? 0

test('its owner signs in and finds the conversations with their messages', async () => {
  const eva = server.browser()
  await eva.call(signIn, workspace.sign_in)
  const integration_id = workspace.workspace.id
  const { items } = await eva.call(listConversations, { integration_id, view: 'resolved', limit: 10 })
  expect(items.length).toBe(10)
  const [first] = items
  const messages = await eva.call(listMessages, {
    integration_id,
    conversation_id: first?.id ?? '',
    limit: 200,
  })
  expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, place) => place + 1))
  expect(messages.findLast(({ kind }) => kind !== 'rating')?.details).toMatchObject({ status: 'resolved' })
})

test('each conversation’s summary columns match its messages', async () => {
  expect(done.conversations).toBe(conversations)
  expect(await count(sql`message`)).toBe(done.messages)
  const messages = sql`(
    select c.*, t.*
    from conversation c, lateral (
      select count(*)::int as entries, max(seq) as top, max(sent_at) as last_at,
        max(seq) filter (where is_visible) as top_visible,
        (array_agg(body order by seq desc) filter (where kind in ('text', 'answer', 'note')))[1] as said,
        (array_agg(details->>'event' = 'handed_back' is not true order by seq desc) filter (
          where kind = 'hand_over' or (author = 'member' and kind = 'text')
            or details->>'event' in ('taken_over', 'handed_back')))[1] as is_team
      from message m where m.integration_id = c.integration_id and m.conversation_id = c.id
    ) t
  ) as told`
  expect(
    await count(sql`${messages} where entries <> last_seq or top <> last_seq or version <> entries + 1`),
  ).toBe(0)
  expect(
    await count(
      sql`${messages} where top_visible <> last_visitor_seq or (handler = 'team') <> coalesce(is_team, false)`,
    ),
  ).toBe(0)
  expect(await count(sql`${messages} where left(said, 20) <> left(last_message_preview, 20)`)).toBe(0)
  expect(await count(sql`${messages} where (status = 'resolved') <> (resolved_at is not null)`)).toBe(0)
  expect(await count(sql`${messages} where (status = 'resolved') <> (resolved_by is not null)`)).toBe(0)
  expect(await count(sql`${messages} where last_at > ${new Date(until).toISOString()}`)).toBe(0)
  const numbered = sql`(select number, row_number() over (order by created_at, number)::int as place from conversation) as n`
  expect(await count(sql`${numbered} where number <> place`)).toBe(0)
  expect(await count(sql`integration where last_conversation_number = ${conversations}`)).toBe(1)
  // each visible entry names the one before it
  const linked = sql`(
    select visitor_prev, coalesce(lag(seq) over (partition by conversation_id order by seq), 0) as before
    from message where is_visible
  ) as linked`
  expect(await count(sql`${linked} where visitor_prev <> before`)).toBe(0)
})

test('the seed contains everything: both languages, people and assistant, notes, pages, hand-overs', async () => {
  for (const some of [
    sql`conversation where locale = 'en'`,
    sql`conversation where locale = 'sk' and handler = 'assistant'`,
    sql`conversation where status = 'waiting' or (status = 'open' and waiting_since is not null)`,
    sql`conversation where status = 'spam'`,
    sql`conversation where hand_over_reason = 'asked_for_human'`,
    sql`message where kind = 'note'`,
    sql`message where kind = 'rating' and body <> ''`,
    sql`conversation where rating = 5 and rated_at > resolved_at`,
    sql`message where kind = 'answer' and citations <> '[]'`,
    sql`unanswered_question`,
    sql`conversation where status = 'resolved' and handler = 'assistant'`,
    sql`conversation where resolved_by = 'silence' and last_message_author = 'assistant'`,
    sql`conversation where handler = 'assistant' and first_reply_at is not null`,
    sql`conversation where status = 'snoozed' and snoozed_until > ${new Date(until).toISOString()}`,
    sql`conversation where tag_ids <> '{}' and team_id is not null`,
    sql`conversation where fields <> '{}'`,
    sql`conversation where mentioned_ids <> '{}'`,
    sql`message where kind = 'note' and details ? 'mentions'`,
    sql`contact where fields <> '{}' and country = 'SK'`,
    sql`team_member`,
    sql`rule where is_on`,
    sql`scenario where status = 'published'`,
    sql`scenario_run where status = 'completed' and ended_at is not null`,
    sql`scenario_run where status = 'handed_over' and is_engaged`,
    sql`message where author = 'scenario' and details ? 'buttons'`,
    sql`macro where owner_id is null`,
    sql`canned_reply where locale = 'en'`,
    sql`canned_reply where locale = 'sk'`,
    sql`saved_view where list = 'contacts'`,
    sql`saved_view where list = 'conversations'`,
    sql`widget_installation`,
    sql`page_visit`,
    sql`conversation_read`,
    sql`contact where email is not null`,
  ])
    expect(await count(some), some.toOperationNode().sqlFragments.join('')).toBeGreaterThan(0)
})

test('the same seed generates the same data, another one different data', () => {
  const draw = (name: string) => {
    const random = createRandom(name)
    return [random.uuid(), random.between(1, 1_000_000), random.wait(60)]
  }
  expect(draw('a')).toEqual(draw('a'))
  expect(draw('a')).not.toEqual(draw('b'))
  const ids = new Set(Array.from({ length: 50_000 }, (_, n) => createRandom(`ozvi ${n}`).uuid()))
  expect(ids.size).toBe(50_000)
})

test('days and weeks have a pattern', () => {
  const began = startTimes(createRandom('rhythm'), 5_000, until - 84 * day_ms, until)
  const share = (isIt: (at: Date) => boolean) =>
    began.filter((at) => isIt(new Date(at))).length / began.length
  expect(share((at) => at.getUTCHours() < 5)).toBeLessThan(0.05)
  expect(share((at) => [0, 6].includes(at.getUTCDay()))).toBeLessThan(0.22)
  expect(began).toEqual([...began].sort((a, b) => a - b))
})
