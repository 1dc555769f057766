import {
  createApiSource,
  createPushKey,
  createQuestionSource,
  type InputOf,
  listAuditEntries,
  listDataSourceItems,
  listDataSources,
  listDocuments,
  listVisitorMessages,
  pauseScenario,
  publishScenario,
  putDocuments,
  resumeScenario,
  saveScenario,
  sendVisitorMessage,
  syncDataSource,
  day_ms,
  updateAuditRetention,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { type Browser, testServer } from '../../../test/server.ts'

const server = await testServer({
  STRIPE_SECRET_KEY: 'sk_test_12345678',
  STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
})
afterAll(() => server[Symbol.asyncDispose]())
const id = (): string => crypto.randomUUID()
const { ctx } = server

async function freeWorkspace() {
  const created = await server.seed.integration()
  const { integration_id } = created
  await ctx.transaction((tx) =>
    tx.deleteFrom('subscription').where('integration_id', '=', integration_id).execute(),
  )
  return created
}
async function uploadFile(browser: Browser, integration_id: string, name: string) {
  const form = new FormData()
  form.set('id', id())
  form.set('file', new File([`${name}: Otvárame o ôsmej.`], `${name}.txt`))
  const body = new Response(form)
  const reply = await browser.request(
    'POST',
    `/api/integration/${integration_id}/data-source/file`,
    Buffer.from(await body.arrayBuffer()),
    { 'content-type': body.headers.get('content-type') ?? '' },
  )
  expect(reply.statusCode).toBe(200)
}
const synced = (browser: Browser, integration_id: string) =>
  server.eventually(async () => {
    const sources = await browser.call(listDataSources, { integration_id })
    return sources.every(({ status }) => !['queued', 'fetching', 'indexing'].includes(status))
      ? sources
      : undefined
  })

test('S9.16 at the monthly limit the assistant stops, the team gets the conversation with the reason, and the owner an email', async () => {
  const { browser, integration_id, integration, email } = await freeWorkspace()
  await browser.call(createQuestionSource, {
    integration_id,
    id: id(),
    question: 'Ako vrátim tovar?',
    answer: 'Do 14 dní, na našej adrese.',
  })
  await synced(browser, integration_id)
  const ask = async (visitor: Browser, conversation_id: string) => {
    const before = (await visitor.call(listVisitorMessages, { conversation_id }).catch(() => [])).length
    await visitor.call(sendVisitorMessage, {
      conversation_id,
      id: id(),
      body: 'Ako vrátim tovar?',
      locale: 'sk',
    })
    return server.eventually(async () => {
      const messages = await visitor.call(listVisitorMessages, { conversation_id })
      const reply = messages.at(-1)
      return messages.length > before + 1 && reply && ['answer', 'hand_over'].includes(reply.kind)
        ? reply
        : undefined
    })
  }
  const { browser: visitor } = await server.seed.visitor(integration.public_key)
  const first = id()
  expect(await ask(visitor, first)).toMatchObject({ kind: 'answer' })
  const fill = (assistant_conversations: number) =>
    ctx.transaction((tx) =>
      tx
        .updateTable('plan_usage')
        .set({ assistant_conversations })
        .where('integration_id', '=', integration_id)
        .execute(),
    )
  await fill(100)
  const { browser: other } = await server.seed.visitor(integration.public_key)
  expect(await ask(other, id())).toMatchObject({ kind: 'hand_over', details: { reason: 'plan_limit' } })
  // As after a change to a smaller plan: no answer was the last one of the limit.
  await server.eventually(async () =>
    (await server.mailbox.list()).find(
      ({ to, subject }) => to === email && subject.startsWith('You’ve used 100% of this month'),
    ),
  )
  // a conversation that was already counted continues
  expect(await ask(visitor, first)).toMatchObject({ kind: 'answer' })
})

test('S9.16 at the limit of pages and files nothing is removed, and each skipped one has the reason', async () => {
  const { browser, integration_id } = await freeWorkspace()
  await uploadFile(browser, integration_id, 'one')
  const [source] = await synced(browser, integration_id)
  const source_id = source?.id ?? ''
  await ctx.transaction((tx) =>
    tx
      .insertInto('data_source_item')
      .values(
        Array.from({ length: 48 }, (_, n) => ({
          integration_id,
          source_id,
          source_path: `x${n}`,
          title: `Page ${n}`,
          status: 'indexed' as const,
          run: 1,
        })),
      )
      .execute(),
  )
  for (const name of ['two', 'three', 'four']) await uploadFile(browser, integration_id, name)
  const sources = await synced(browser, integration_id)
  const added = sources.filter((each) => each.id !== source_id)
  expect(added.filter(({ status }) => status === 'ready').length).toBe(1)
  const leftOut = added.filter(({ status }) => status !== 'ready')
  expect(leftOut.map(({ status, reason }) => ({ status, reason }))).toEqual([
    { status: 'failed', reason: 'plan_limit' },
    { status: 'failed', reason: 'plan_limit' },
  ])
  const { items } = await browser.call(listDataSourceItems, {
    integration_id,
    source_id: leftOut[0]?.id ?? '',
  })
  expect(items).toMatchObject([{ status: 'skipped', reason: 'plan_limit' }])
  const { count } = await ctx.db
    .selectFrom('data_source_item')
    .where('integration_id', '=', integration_id)
    .where('status', '=', 'indexed')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(50)
})

test('S9.16 of documents pushed to several sources at once, those up to the limit are used; the others are listed, and follow after an upgrade', async () => {
  const { browser, integration_id } = await freeWorkspace()
  const sources = await Promise.all(
    ['Help center', 'Handbook'].map(async (name) => {
      const { id: source_id } = await browser.call(createApiSource, { integration_id, id: id(), name })
      const { key } = await browser.call(createPushKey, { integration_id, source_id })
      const program = server.browser()
      program.headers.authorization = `Bearer ${key}`
      return { source_id, name, program }
    }),
  )
  const documentOf = (name: string, n: number) => ({
    external_id: `${name}/${n}`,
    title: `${name} ${n}`,
    text: `${name}: answer number ${n}.`,
  })
  await Promise.all(
    sources.flatMap(({ program, name }) =>
      Array.from({ length: 3 }, (_, batch) =>
        program.call(putDocuments, {
          documents: Array.from({ length: 10 }, (_each, n) => documentOf(name, 10 * batch + n)),
        }),
      ),
    ),
  )
  const statuses = async () => {
    const lists = await Promise.all(sources.map(({ program }) => program.call(listDocuments, { limit: 100 })))
    return lists.flatMap(({ documents }) => documents.map(({ status, reason }) => `${status} ${reason}`))
  }
  const count = (all: string[], status: string) => all.filter((each) => each === status).length
  const after = await synced(browser, integration_id)
  expect(after.map(({ reason }) => reason)).toContain('plan_limit')
  const limited = await statuses()
  expect(count(limited, 'indexed null')).toBe(50)
  expect(count(limited, 'failed plan_limit')).toBe(10)

  await ctx.transaction((tx) =>
    tx
      .insertInto('subscription')
      .values({
        integration_id,
        plan: 'starter',
        state: 'active',
        period: 'month',
        ends_at: new Date(ctx.now() + day_ms).toISOString(),
        updated_at: new Date(ctx.now()).toISOString(),
      })
      .execute(),
  )
  for (const { source_id } of sources) await browser.call(syncDataSource, { integration_id, source_id })
  const upgraded = await synced(browser, integration_id)
  expect(upgraded.map(({ status, reason }) => [status, reason])).toEqual([
    ['ready', null],
    ['ready', null],
  ])
  expect(count(await statuses(), 'indexed null')).toBe(60)
})

test('S9.16 a plan that ends during an import keeps what is indexed, gives the reason for the rest, and leaves nothing half done', async () => {
  const { browser, integration_id } = await freeWorkspace()
  const key = { integration_id, plan: 'starter', period: 'month' } as const
  const ends_at = new Date(ctx.now() + day_ms).toISOString()
  const updated_at = new Date(ctx.now()).toISOString()
  await ctx.transaction((tx) =>
    tx
      .insertInto('subscription')
      .values({ ...key, state: 'active', ends_at, updated_at })
      .execute(),
  )
  const { id: source_id } = await browser.call(createApiSource, {
    integration_id,
    id: id(),
    name: 'Handbook',
  })
  const pushed = await browser.call(createPushKey, { integration_id, source_id })
  const program = server.browser()
  program.headers.authorization = `Bearer ${pushed.key}`
  const total = 200
  const all = Array.from({ length: total }, (_, n) => ({
    external_id: `page/${n}`,
    title: `Page ${n}`,
    text: `The answer to question ${n} is ${n * n}.`,
  }))
  for (let from = 0; from < total; from += 50)
    await program.call(putDocuments, { documents: all.slice(from, from + 50) })
  const listed = async () => (await program.call(listDocuments, { limit: 200 })).documents
  const indexed = async () => (await listed()).filter(({ status }) => status === 'indexed').length
  await server.eventually(async () => ((await indexed()) > 0 ? true : undefined))
  await ctx.transaction((tx) =>
    tx
      .updateTable('subscription')
      .set({ state: 'expired' })
      .where('integration_id', '=', integration_id)
      .execute(),
  )
  await synced(browser, integration_id)
  const after = await listed()
  const kept = after.filter(({ status }) => status === 'indexed').length
  expect(kept).toBeGreaterThanOrEqual(50)
  expect(kept).toBeLessThan(total)
  expect(after.filter(({ status, reason }) => status === 'failed' && reason === 'plan_limit')).toHaveLength(
    total - kept,
  )
  const { count } = await ctx.db
    .selectFrom('data_source_item')
    .innerJoin('passage', 'passage.item_id', 'data_source_item.id')
    .where('data_source_item.integration_id', '=', integration_id)
    .where('data_source_item.status', '=', 'indexed')
    .select(({ fn }) => fn.count<number>('data_source_item.id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(kept)
})

test('S9.16 402 for one more published scenario, regardless of how it is published', async () => {
  const { browser, integration_id } = await freeWorkspace()
  const flow: InputOf<typeof saveScenario>['flow'] = {
    trigger: { kind: 'conversation_started' },
    locales: ['en'],
    start_step_id: 'bye',
    steps: [{ id: 'bye', kind: 'end' }],
  }
  const ids = Array.from({ length: 50 }, id)
  for (const scenario_id of ids)
    await browser.call(saveScenario, { integration_id, scenario_id, name: scenario_id.slice(0, 8), flow })
  const key = (scenario_id: string | undefined) => ({ integration_id, scenario_id: scenario_id ?? '' })
  const publish = (scenario_id: string | undefined) =>
    browser.call(publishScenario, { ...key(scenario_id), note: '' })
  const results = await Promise.allSettled(ids.map(publish))
  const published = ids.filter((_, n) => results[n]?.status === 'fulfilled')
  expect(published.length).toBe(1)
  const [other] = ids.filter((each) => !published.includes(each))
  await expect(publish(other)).rejects.toMatchObject({
    code: 'plan_limit',
    message: 'Published scenarios in the Free plan: 1. Pause one or upgrade.',
  })
  await browser.call(pauseScenario, key(published[0]))
  await publish(other)
  await expect(browser.call(resumeScenario, key(published[0]))).rejects.toMatchObject({ code: 'plan_limit' })
})

test('S9.16 402 for the audit log below Business', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const limit = { code: 'plan_limit', message: 'The audit log is available from the Business plan.' }
  await expect(browser.call(listAuditEntries, { integration_id, limit: 10 })).rejects.toMatchObject(limit)
  const keep = (keep_days: number | null) => browser.call(updateAuditRetention, { integration_id, keep_days })
  await expect(keep(90)).rejects.toMatchObject(limit)
  expect(await keep(null)).toEqual({ keep_days: null })
})
