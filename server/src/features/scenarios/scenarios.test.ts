import {
  applyScenarioDeleted,
  applyScenarioSaved,
  applyScenariosReordered,
  archiveScenario,
  createTag,
  deleteScenario,
  getScenario,
  getScenarioVersion,
  listAuditEntries,
  listScenarios,
  listScenarioVersions,
  pauseScenario,
  publishScenario,
  reorderScenarios,
  resumeScenario,
  rollBackScenario,
  saveScenario,
  type Scenario,
  scenariosMax,
} from '@ozvi/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Draft, greeting, hasTag, newGroup, scenarioServer } from './test/scenario-server.ts'

const { server, shop } = await scenarioServer()
const some = [expect.any(String)]

test('REL-04 old state + events = new state for scenarios', async () => {
  const { browser, integration_id, key, save, publish, list } = await shop()
  const before = await list()
  const events = server.watch(`presence-integration.${integration_id}`)
  const [one, two, three] = [await save('One'), await save('Two'), await save('Three')]
  await browser.call(reorderScenarios, { ...key, ids: [three.id, one.id, two.id] })
  await publish(one)
  await browser.call(pauseScenario, { ...key, scenario_id: one.id })
  await save('Uno', greeting('Ciao'), one.id)
  await browser.call(deleteScenario, { ...key, scenario_id: two.id })
  await save('Two', greeting('Back'), two.id)
  const after = events.reduce<Scenario[]>((held, { event, data }) => {
    // The events have the types of the contract.
    if (event === 'ScenarioSaved') return applyScenarioSaved(held, data as Scenario)
    if (event === 'ScenarioDeleted') return applyScenarioDeleted(held, data as Scenario)
    return event === 'ScenariosReordered' ? applyScenariosReordered(held, data as { ids: string[] }) : held
  }, before)
  expect(after).toEqual(await list())
  expect(after.map(({ name, status, position }) => [name, status, position])).toEqual([
    ['Three', 'draft', 0],
    ['Uno', 'paused', 1],
    ['Two', 'draft', 2],
  ])
})

test('a published version never changes, and an earlier one can be published again', async () => {
  const { browser, user, key, save, publish, list, get } = await shop()
  const draft = await save('Greeting')
  expect(draft).toMatchObject({ status: 'draft', published_version: null, has_unpublished_changes: true })
  const of = { ...key, scenario_id: draft.id }
  expect(await publish(draft, 'First')).toMatchObject({
    status: 'published',
    published_version: 1,
    has_unpublished_changes: false,
    trigger_kind: 'conversation_started',
    stats: { started: 0, engaged: 0, completed: 0, goal_reached: 0, handed_over: 0 },
  })
  expect(await save('Greeting', greeting('Changed'), draft.id)).toMatchObject({
    has_unpublished_changes: true,
  })
  expect(await publish(draft, 'Second')).toMatchObject({ published_version: 2 })
  expect(await browser.call(rollBackScenario, { ...of, version: '1', note: 'Back' })).toMatchObject({
    published_version: 3,
    has_unpublished_changes: true,
  })
  // The draft stays.
  expect((await get(draft)).flow.steps[0]).toMatchObject({ text: { en: 'Changed' } })
  expect(await browser.call(listScenarioVersions, of)).toMatchObject([
    { version: 3, note: 'Back', rolled_back_to: 1, published_by: user.id },
    { version: 2, note: 'Second', rolled_back_to: null },
    { version: 1, note: 'First', rolled_back_to: null },
  ])
  const [first, third] = [
    await browser.call(getScenarioVersion, { ...of, version: '1' }),
    await browser.call(getScenarioVersion, { ...of, version: '3' }),
  ]
  expect(third.flow).toEqual(first.flow)
  expect(first.flow.steps[0]).toMatchObject({ text: { en: 'Hello' } })
  // Deleting can be undone by saving: with its status and versions.
  await browser.call(deleteScenario, of)
  expect(await list()).toEqual([])
  await expect(get(draft)).rejects.toMatchObject({ code: 'not_found' })
  await expect(browser.call(listScenarioVersions, of)).rejects.toMatchObject({ code: 'not_found' })
  expect(await save('Greeting', greeting('Hello'), draft.id)).toMatchObject({
    status: 'published',
    published_version: 3,
    has_unpublished_changes: false,
  })
  const { items } = await browser.call(listAuditEntries, key)
  expect(items.map(({ action }) => action).filter((action) => action.startsWith('scenario'))).toEqual([
    'scenario_created',
    'scenario_deleted',
    'scenario_rolled_back',
    'scenario_published',
    'scenario_changed',
    'scenario_published',
    'scenario_created',
  ])
})

test('saving an outdated draft is rejected and changes nothing; repeating a save is harmless', async () => {
  const { browser, user, key, save, get, integration_id } = await shop()
  const { id, draft_version } = await save('Greeting')
  const colleague = await server.seed.member(integration_id, 'editor')
  const of = { ...key, scenario_id: id, name: 'Greeting' }
  const theirs = { ...of, flow: greeting('Theirs'), base_version: draft_version }
  const saved = await colleague.browser.call(saveScenario, theirs)
  expect(saved).toMatchObject({ draft_version: draft_version + 1, draft_saved_by: colleague.user.id })
  // The response was lost.
  expect(await colleague.browser.call(saveScenario, theirs)).toMatchObject({
    draft_version: saved.draft_version,
  })
  const mine = { ...of, flow: greeting('Mine'), base_version: draft_version }
  await expect(browser.call(saveScenario, mine)).rejects.toMatchObject({
    code: 'invalid_input',
    errors: { base_version: some },
  })
  expect((await get({ id })).flow.steps[0]).toMatchObject({ text: { en: 'Theirs' } })
  // Publishing, pausing and moving aren't changes of the draft.
  await browser.call(publishScenario, { ...key, scenario_id: id })
  await browser.call(pauseScenario, { ...key, scenario_id: id })
  expect(await browser.call(saveScenario, { ...mine, base_version: saved.draft_version })).toMatchObject({
    draft_saved_by: user.id,
    has_unpublished_changes: true,
    status: 'paused',
  })
})

test('only a published scenario can be paused; an archived one is published again', async () => {
  const { browser, key, save, publish } = await shop()
  const draft = await save('Greeting')
  const of = { ...key, scenario_id: draft.id }
  for (const route of [pauseScenario, resumeScenario])
    await expect(browser.call(route, of)).rejects.toMatchObject({ errors: { status: some } })
  await publish(draft)
  for (const [route, status] of [
    [pauseScenario, 'paused'],
    [pauseScenario, 'paused'],
    [resumeScenario, 'published'],
    [archiveScenario, 'archived'],
  ] as const)
    expect(await browser.call(route, of)).toMatchObject({ status })
  await expect(browser.call(resumeScenario, of)).rejects.toMatchObject({ errors: { status: some } })
  expect(await publish(draft)).toMatchObject({ status: 'published', published_version: 2 })
})

test('two concurrent calls create one version of a draft, and each scenario has its own position', async () => {
  const { save, publish, list } = await shop()
  const draft = await save('Greeting')
  const published = await Promise.all([publish(draft), publish(draft), publish(draft)])
  expect(published.map(({ published_version }) => published_version)).toEqual([1, 1, 1])
  await Promise.all(['A', 'B', 'C', 'D'].map((name) => save(name)))
  expect((await list()).map(({ position }) => position)).toEqual([0, 1, 2, 3, 4])
})

test(`422 above ${scenariosMax} scenarios, also for concurrent requests`, async () => {
  const { integration_id, save, list } = await shop()
  const first = await save('First')
  await server.ctx.transaction((tx) =>
    tx
      .insertInto('scenario')
      .columns(['integration_id', 'id', 'position', 'name', 'description', 'flow', 'updated_at'])
      .expression((eb) =>
        eb
          .selectFrom('scenario')
          .innerJoin(
            sql<{ place: number }>`generate_series(1, ${scenariosMax - 2}::int)`.as('places'),
            (join) => join.onTrue(),
          )
          .where('integration_id', '=', integration_id)
          .select([
            'integration_id',
            sql<string>`gen_random_uuid()`.as('id'),
            sql<number>`places`.as('position'),
          ])
          .select(['name', 'description', 'flow', 'updated_at']),
      )
      .execute(),
  )
  const outcomes = await Promise.allSettled(['A', 'B', 'C'].map((name) => save(name)))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { errors: { name: some } },
  })
  expect(await list()).toHaveLength(scenariosMax)
  // Changing one is no new one.
  await save('Renamed', greeting('Hello'), first.id)
})

test('the editor learns of requests to addresses inside the network, and publishing them is a 422', async () => {
  const { save, publish, get } = await shop()
  const request = (url: string): Draft => ({
    trigger: { kind: 'manual' },
    locales: ['en'],
    start_step_id: 'ask',
    steps: [
      { id: 'ask', kind: 'http_request', url, ok: 'bye', failed: 'bye' },
      { id: 'bye', kind: 'end' },
    ],
  })
  const reject = async (url: string, error: unknown) =>
    expect(publish(await save(url, request(url))), url).rejects.toMatchObject({
      errors: { 'flow.steps.ask.url': error },
    })
  const inner = [
    'http://169.254.169.254',
    'https://10.0.0.5/orders',
    'https://localhost',
    'https://[::1]',
    'https://shop.internal/orders',
  ]
  for (const url of inner) {
    await reject(url, ['We can’t reach this address from the server.'])
    const saved = await save('Inside', request(url))
    expect([saved.blocked_urls, (await get(saved)).blocked_urls]).toEqual([[url], [url]])
  }
  await reject('ftp://shop.example/', some)
  const outside = await save('Outside', request('https://shop.example/orders'))
  expect(outside.blocked_urls).toEqual([])
  await publish(outside)
})

test('422 for invalid drafts and references, 403 without the right, SEC-10 404 elsewhere', async () => {
  const { browser, integration_id, key, save, publish, list } = await shop()
  const other = await shop()
  const agent = await server.seed.member(integration_id, 'agent')
  const foreign = (await other.browser.call(createTag, { ...other.key, name: 'Foreign' })).id
  const step = (more: object) =>
    ({ ...greeting('Hello'), steps: [{ id: 'hello', ...more }] }) as unknown as Draft
  const hostile: [Draft, string][] = [
    [{ ...greeting('x'), locales: [] }, 'flow.locales'],
    [{ ...greeting('x'), trigger: { kind: 'rm -rf' } } as unknown as Draft, 'flow.trigger.kind'],
    [step({ kind: 'message', text: { en: 'x'.repeat(2_001) } }), 'flow.steps.0.text.en'],
    [step({ kind: 'message', text: { en: '\u0000' } }), 'flow'],
    [step({ kind: 'wait', minutes: 1e300 }), 'flow.steps.0.minutes'],
    [
      { ...greeting('x'), steps: [...(greeting('x').steps ?? []), ...(greeting('x').steps ?? [])] },
      'flow.steps',
    ],
    [
      { ...greeting('x'), audience: { groups: [newGroup('a', []), newGroup('a', [])] } },
      'flow.audience.groups',
    ],
  ]
  for (const [flow, field] of hostile)
    await expect(save('Hostile', flow), field).rejects.toMatchObject({ errors: { [field]: some } })
  expect(await list()).toEqual([])
  const dangling: [Draft, string][] = [
    [step({ kind: 'add_tags', tag_ids: [foreign] }), 'flow.steps.hello.tag_ids.0'],
    [step({ kind: 'assign', member_id: other.user.id }), 'flow.steps.hello.member_id'],
    [step({ kind: 'assign', team_id: foreign }), 'flow.steps.hello.team_id'],
    [
      step({ kind: 'run_scenario', scenario_id: (await other.save('Theirs')).id }),
      'flow.steps.hello.scenario_id',
    ],
    [
      { ...greeting('x'), audience: { groups: [newGroup('a', [hasTag(foreign)])] } },
      'flow.audience.groups.0.conditions.0.value',
    ],
    [{ ...greeting('x'), audience: { groups: [newGroup('a', [])] } }, 'flow.audience.groups.0.conditions'],
    [
      step({ kind: 'http_request', url: 'http://169.254.169.254/', ok: 'hello', failed: 'hello' }),
      'flow.steps.hello',
    ],
    [step({ kind: 'message', text: { en: 'Hello' } }), 'flow.steps.hello.next'],
    [{ ...greeting('x'), start_step_id: null }, 'flow.start_step_id'],
  ]
  for (const [flow, field] of dangling) {
    const draft = await save('Dangling', flow)
    await expect(publish(draft), field).rejects.toMatchObject({
      code: 'invalid_input',
      errors: { [field]: some },
    })
  }
  const [draft] = await list()
  const of = { ...key, scenario_id: draft?.id ?? '' }
  expect(await agent.browser.call(listScenarios, key)).toHaveLength(dangling.length)
  const { browser: member } = agent
  const rejected = await Promise.allSettled([
    member.call(saveScenario, { ...of, name: 'Mine', flow: greeting('Hello') }),
    member.call(publishScenario, of),
    member.call(pauseScenario, of),
    member.call(archiveScenario, of),
    member.call(deleteScenario, of),
    member.call(reorderScenarios, { ...key, ids: [] }),
  ])
  for (const outcome of rejected) expect(outcome).toMatchObject({ reason: { code: 'forbidden' } })
  const theirs = { ...other.key, scenario_id: of.scenario_id }
  const { browser: stranger } = other
  const absent = await Promise.allSettled([
    stranger.call(getScenario, theirs),
    stranger.call(publishScenario, theirs),
    stranger.call(pauseScenario, theirs),
    stranger.call(resumeScenario, theirs),
    stranger.call(archiveScenario, theirs),
    stranger.call(deleteScenario, theirs),
    stranger.call(listScenarioVersions, theirs),
    stranger.call(rollBackScenario, { ...theirs, version: '1' }),
  ])
  for (const outcome of absent) expect(outcome).toMatchObject({ reason: { code: 'not_found' } })
  for (const version of ['1', '0', '-1', '1e9', '99999999999999999999', "1'--"])
    await expect(browser.call(getScenarioVersion, { ...of, version })).rejects.toMatchObject({
      code: 'not_found',
    })
})
