import {
  getScenarioRun,
  applyRuleDeleted,
  applyRuleSaved,
  applyRulesReordered,
  requestPerson,
  type InputOf,
  getRuleStats,
  createTag,
  createTeam,
  deleteRule,
  getConversation,
  listMessages,
  listRuleRuns,
  listRules,
  listVisitorMessages,
  type Message,
  reorderRules,
  removeMember,
  type Rule,
  type RuleAction,
  ruleChainMax,
  saveCannedReply,
  saveRule,
  sendMessage,
  sendVisitorMessage,
  setPriority,
  setStatus,
  setTags,
  dryRunRule,
  publishScenario,
  saveScenario,
  updateContact,
  updateHours,
  uploadFile,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { triggerNoReplyRules, deleteOldRuns, runRules } from '#features/rule-runs'
import { wake } from '#features/scenario-runs'
import { testServer } from '../../../test/server.ts'
import { upload } from '../../../test/upload.ts'

/* Rules as saved and as run, in one file: what was saved shows in what it does. */

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const minute = 60_000
const some = [expect.any(String)]

type Draft = Partial<Omit<InputOf<typeof saveRule>, 'integration_id'>>
const high: RuleAction = { kind: 'set_priority', priority: 'high' }

async function shop() {
  const created = await server.seed.integration()
  const { browser, integration_id, integration } = created
  const key = { integration_id }
  const tag = async (name: string) => (await browser.call(createTag, { ...key, name })).id
  const rule = (draft: Draft) =>
    browser.call(saveRule, {
      ...key,
      rule_id: crypto.randomUUID(),
      name: 'Rule',
      event: 'customer_message',
      actions: [high],
      ...draft,
    })
  const visitor = await server.seed.visitor(integration.public_key)
  /** A customer starts a conversation. */
  async function begin(body = 'Hello?', more: { locale?: 'en' | 'sk'; url?: string } = {}) {
    const conversation_id = crypto.randomUUID()
    const page = more.url ? { page: { url: more.url, title: '' } } : {}
    await visitor.browser.call(sendVisitorMessage, {
      conversation_id,
      id: crypto.randomUUID(),
      body,
      locale: more.locale ?? 'en',
      ...page,
    })
    return conversation_id
  }
  const row = (conversation_id: string) => browser.call(getConversation, { ...key, conversation_id })
  const thread = (conversation_id: string) => browser.call(listMessages, { ...key, conversation_id })
  const runs = async (rule_id: string) => (await browser.call(listRuleRuns, { ...key, rule_id })).items
  /** Waits until the rules have run. */
  const settled = () =>
    server.eventually(async () => {
      const { count } = await server.ctx.db
        .selectFrom('rule_cue')
        .where('integration_id', '=', integration_id)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count === 0 || undefined
    })
  return { ...created, key, tag, rule, visitor, begin, row, thread, runs, settled }
}

test('what is heard of rules explains what a reader sees, in their order', async () => {
  const { browser, integration_id, key, rule } = await shop()
  const list = () => browser.call(listRules, key)
  const before = await list()
  const events = server.watch(`presence-integration.${integration_id}`)
  const [one, two, three] = [
    await rule({ name: 'One' }),
    await rule({ name: 'Two' }),
    await rule({ name: 'Three' }),
  ]
  await browser.call(reorderRules, { ...key, ids: [three.id, one.id, two.id] })
  await rule({ rule_id: one.id, name: 'Uno', is_on: false, filter: { locale: 'sk' }, words: ['refund'] })
  await browser.call(deleteRule, { ...key, rule_id: two.id })
  // Undo is another call of the same route.
  await rule({ rule_id: two.id, name: 'Two' })
  const after = events.reduce<Rule[]>((rules, { event, data }) => {
    // The events have the types of the contract.
    if (event === 'RuleSaved') return applyRuleSaved(rules, data as Rule)
    if (event === 'RuleDeleted') return applyRuleDeleted(rules, data as Rule)
    return event === 'RulesOrdered' ? applyRulesReordered(rules, data as { ids: string[] }) : rules
  }, before)
  expect(after).toEqual(await list())
  expect(after.map(({ name }) => name)).toEqual(['Three', 'Uno', 'Two'])
  expect(after[1]).toMatchObject({ is_on: false, filter: { locale: 'sk' }, words: ['refund'], version: 2 })
})

test('422 for what is not there, 403 for who may not, SEC-10 404 for another workspace’s rule', async () => {
  const { browser, integration_id, key, rule } = await shop()
  const other = await shop()
  const agent = await server.seed.member(integration_id, 'agent')
  const created = await rule({})
  const foreign = await other.tag('Foreign')
  const refusals: [Draft, string][] = [
    [{ name: ' ' }, 'name'],
    [{ actions: [] }, 'actions'],
    [{ event: 'no_reply' }, 'wait_min'],
    [{ filter: { assignee: 'me' } }, 'filter'],
    [{ actions: [high, { kind: 'assign', assignee_id: other.user.id }] }, 'actions.1.assignee_id'],
    [{ actions: [{ kind: 'add_tags', tag_ids: [foreign] }] }, 'actions.0.tag_ids'],
    [{ actions: [{ kind: 'send_reply', canned_reply_id: foreign }] }, 'actions.0.canned_reply_id'],
    [{ actions: [{ kind: 'assign_team', team_id: foreign }] }, 'actions.0.team_id'],
  ]
  for (const [draft, field] of refusals)
    await expect(rule(draft), field).rejects.toMatchObject({ errors: { [field]: some } })
  await expect(agent.browser.call(deleteRule, { ...key, rule_id: created.id })).rejects.toMatchObject({
    code: 'forbidden',
  })
  expect(await agent.browser.call(listRules, key)).toEqual([created])
  const theirs = { integration_id: other.integration_id, rule_id: created.id }
  await expect(other.browser.call(deleteRule, theirs)).rejects.toMatchObject({ code: 'not_found' })
  await expect(other.browser.call(listRuleRuns, theirs)).rejects.toMatchObject({ code: 'not_found' })
  // Ids are per workspace: theirs is a different rule.
  await other.rule({ rule_id: created.id, name: 'Theirs' })
  expect((await browser.call(listRules, key)).map(({ name }) => name)).toEqual(['Rule'])
})

test('a message with a word tags, notes, assigns and answers at once; the customer never reads the rule’s name', async () => {
  const { browser, user, key, tag, rule, visitor, begin, row, thread, runs, settled } = await shop()
  const refund = await tag('Refund')
  const team = await browser.call(createTeam, { ...key, name: 'Money' })
  const canned_reply_id = crypto.randomUUID()
  await browser.call(saveCannedReply, {
    ...key,
    canned_reply_id,
    shortcut: 'got',
    title: 'Got it',
    body: 'Hello {{contact.name|there}}, {{workspace.name}} has it.',
    file_ids: [
      await upload(browser, uploadFile.path.replace(':integration_id', key.integration_id), '1', 'terms.txt'),
    ],
    is_shared: true,
  })
  await browser.call(updateContact, { ...key, contact_id: visitor.contact_id, name: 'Jana' })
  const created = await rule({
    name: 'SECRET-NAME',
    words: ['refund', 'vrátiť peniaze'],
    actions: [
      { kind: 'add_tags', tag_ids: [refund] },
      high,
      { kind: 'assign_team', team_id: team.id },
      { kind: 'assign', assignee_id: user.id },
      { kind: 'add_note', body: 'Look at the order first.' },
      { kind: 'send_reply', canned_reply_id },
    ],
  })
  const none = await begin('My prefund is none of yours.')
  const conversation_id = await begin('Chcem VRATIT PENIAZE')
  await settled()
  expect(await row(conversation_id)).toMatchObject({
    tag_ids: [refund],
    priority: 'high',
    team_id: team.id,
    assignee_id: user.id,
    status: 'open',
  })
  const said = await thread(conversation_id)
  expect(said.at(-2)).toMatchObject({ kind: 'note', author: 'system', details: { rule_name: 'SECRET-NAME' } })
  expect(said.at(-1)).toMatchObject({
    kind: 'text',
    author: 'system',
    author_name: 'Automatic reply',
    body: 'Hello Jana, Shop has it.',
    attachments: [{ name: 'terms.txt' }],
    details: { rule_name: 'SECRET-NAME' },
  })
  const seen = await visitor.browser.call(listVisitorMessages, { conversation_id })
  expect(seen.map(({ body }) => body)).toEqual(['Chcem VRATIT PENIAZE', 'Hello Jana, Shop has it.'])
  expect(seen[1]?.attachments).toMatchObject([{ name: 'terms.txt' }])
  expect(JSON.stringify(seen)).not.toContain('SECRET-NAME')
  expect((await row(none)).priority).toBe('none')
  expect(await runs(created.id)).toMatchObject([
    {
      conversation_id,
      contact: { name: 'Jana' },
      outcome: 'acted',
      acts: created.actions.map(({ kind }) => ({ kind, outcome: 'done' })),
    },
  ])
  // A repeated call changes nothing that is already so, and says so.
  await visitor.browser.call(sendVisitorMessage, {
    conversation_id,
    id: crypto.randomUUID(),
    body: 'Refunds?',
    locale: 'en',
  })
  await settled()
  expect((await runs(created.id))[0]?.acts.map(({ outcome }) => outcome)).toEqual([
    ...Array<string>(4).fill('unchanged'),
    'done',
    'done',
  ])
})

test('each event sets off its own rules, in their order, and one that stops is the last', async () => {
  const { browser, key, tag, rule, visitor, begin, row, settled } = await shop()
  const names = ['created', 'handed', 'status', 'tagged', 'priority', 'never'] as const
  const ids = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await tag(name)] as const)),
  )
  const adds = (name: (typeof names)[number]): Draft => ({
    name,
    actions: [{ kind: 'add_tags', tag_ids: [ids[name] ?? ''] }],
  })
  await rule({ ...adds('created'), event: 'conversation_created', stops: true })
  await rule({ ...adds('never'), event: 'conversation_created' })
  await rule({ ...adds('handed'), event: 'handed_over' })
  await rule({ ...adds('status'), event: 'status_changed', filter: { status: 'resolved' } })
  await rule({ ...adds('priority'), event: 'priority_changed', filter: { priority: 'urgent' } })
  await rule({ ...adds('tagged'), event: 'tag_added', filter: { tag: ids['priority'] ?? '' } })
  await rule({ ...adds('never'), is_on: false })
  const conversation_id = await begin()
  const tags = async () => {
    await settled()
    return (await row(conversation_id)).tag_ids.map((id) => names.find((name) => ids[name] === id))
  }
  expect(await tags()).toEqual(['created'])
  await visitor.browser.call(requestPerson, { conversation_id })
  expect(await tags()).toEqual(['created', 'handed'])
  await browser.call(setStatus, { ...key, conversation_id, status: 'resolved' })
  expect(await tags()).toEqual(['created', 'handed', 'status'])
  await browser.call(setPriority, { ...key, conversation_id, priority: 'low' })
  expect(await tags()).toHaveLength(3)
  await browser.call(setPriority, { ...key, conversation_id, priority: 'urgent' })
  // One rule's action can trigger another.
  expect(await tags()).toEqual(['created', 'handed', 'status', 'priority', 'tagged'])
})

test('a rule starts a scenario, whose changes set off rules; the two can’t start each other without end', async () => {
  const { browser, key, tag, rule, begin, row, thread, runs, settled } = await shop()
  const [orders, seen] = [await tag('Orders'), await tag('Seen')]
  const scenario_id = crypto.randomUUID()
  await browser.call(saveScenario, {
    ...key,
    scenario_id,
    name: 'Orders',
    flow: {
      trigger: { kind: 'manual' },
      locales: ['en'],
      start_step_id: 'tag',
      steps: [
        { id: 'tag', kind: 'add_tags', tag_ids: [orders], next: 'ask' },
        { id: 'ask', kind: 'message', text: { en: 'Which order?' }, next: 'bye' },
        { id: 'bye', kind: 'end' },
      ],
    },
  })
  const start: RuleAction = { kind: 'start_scenario', scenario_id }
  const starting = await rule({ name: 'Start', words: ['order'], actions: [start] })
  // Set off by the scenario; it would start it again.
  const again = await rule({
    name: 'Again',
    event: 'tag_added',
    actions: [{ kind: 'add_tags', tag_ids: [seen] }, { kind: 'remove_tags', tag_ids: [orders] }, start],
  })
  const early = await begin('About my order')
  await settled()
  expect((await runs(starting.id))[0]).toMatchObject({
    acts: [{ kind: 'start_scenario', outcome: 'failed', problem: 'scenario_unpublished' }],
  })
  expect(await runs(again.id)).toEqual([])
  expect((await thread(early)).some(({ author }) => author === 'scenario')).toBe(false)
  await browser.call(publishScenario, { ...key, scenario_id })
  const conversation_id = await begin('Another order')
  const log = await server.eventually(async () => {
    const entries = await runs(again.id)
    await settled()
    return entries.some(({ outcome }) => outcome === 'loop') ? entries : undefined
  })
  // It ran once by the scenario; its own tag and that of the scenario it started don’t run it again.
  expect(log.map(({ outcome }) => outcome).toSorted()).toEqual(['acted', 'loop', 'loop'])
  expect((await row(conversation_id)).tag_ids.toSorted()).toEqual([orders, seen].toSorted())
  const entries = await thread(conversation_id)
  const started = entries.filter(({ details }) => details.event === 'scenario_started')
  expect(started).toHaveLength(2)
  const foreign = await shop()
  await expect(foreign.rule({ actions: [start] })).rejects.toMatchObject({
    errors: { 'actions.0.scenario_id': some },
  })
})

test('a rule that a scenario triggers after a wait doesn’t start that scenario again and again', async () => {
  const { browser, key, rule, begin, thread, runs, settled } = await shop()
  const { id: tag } = await browser.call(createTag, { ...key, name: 'Waited' })
  const scenario_id = crypto.randomUUID()
  await browser.call(saveScenario, {
    ...key,
    scenario_id,
    name: 'Patience',
    flow: {
      trigger: { kind: 'manual' },
      locales: ['en'],
      start_step_id: 'wait',
      steps: [
        { id: 'wait', kind: 'wait', minutes: 1, next: 'tag' },
        { id: 'tag', kind: 'add_tags', tag_ids: [tag], next: 'end' },
        { id: 'end', kind: 'end' },
      ],
    },
  })
  await browser.call(publishScenario, { ...key, scenario_id })
  const start: RuleAction = { kind: 'start_scenario', scenario_id }
  await rule({ name: 'Start', words: ['order'], actions: [start] })
  const again = await rule({
    name: 'Again',
    event: 'tag_added',
    actions: [{ kind: 'remove_tags', tag_ids: [tag] }, start],
  })
  const conversation_id = await begin('About my order')
  const of = { ...key, conversation_id }
  const waiting = () =>
    server.eventually(async () => {
      await settled()
      const run = await browser.call(getScenarioRun, of)
      return run?.status === 'waiting' ? run : undefined
    })
  for (const number of [1, 2]) {
    const { id: run_id } = await waiting()
    await server.later(number * 2 * 60_000, () => wake(server.ctx, { ...of, run_id }))
  }
  await settled()
  expect((await runs(again.id)).map(({ outcome }) => outcome).toSorted()).toEqual(['acted', 'loop'])
  expect((await browser.call(getScenarioRun, of))?.status).toBe('completed')
  const started = (await thread(conversation_id)).filter(
    ({ details }) => details.event === 'scenario_started',
  )
  expect(started).toHaveLength(2)
})

test('rules that set each other off end: none runs again by its own doing, and the log says so', async () => {
  const { browser, key, rule, begin, row, runs, settled } = await shop()
  const ping = await rule({
    name: 'Ping',
    event: 'priority_changed',
    filter: { priority: 'high' },
    actions: [{ kind: 'set_priority', priority: 'low' }],
  })
  const pong = await rule({
    name: 'Pong',
    event: 'priority_changed',
    filter: { priority: 'low' },
    actions: [high],
  })
  const conversation_id = await begin()
  await browser.call(setPriority, { ...key, conversation_id, priority: 'high' })
  await settled()
  expect((await row(conversation_id)).priority).toBe('high')
  expect((await runs(ping.id)).map(({ outcome }) => outcome)).toEqual(['loop', 'loop', 'acted'])
  expect((await runs(pong.id)).map(({ outcome }) => outcome)).toEqual(['acted'])
  expect((await browser.call(getRuleStats, key))[ping.id]).toMatchObject({ runs: 3, failed: 2 })
  // A chain of different rules, each triggered by the next, is limited too.
  const tags = await Promise.all(
    Array.from(
      { length: ruleChainMax + 2 },
      async (_, place) => (await browser.call(createTag, { ...key, name: `Step ${place}` })).id,
    ),
  )
  const steps: Rule[] = []
  for (const [place, tag] of [...tags.slice(0, -1).entries()].toReversed())
    steps.unshift(
      await rule({
        name: `Step ${place}`,
        event: 'tag_added',
        filter: { tag },
        actions: [
          { kind: 'add_tags', tag_ids: [tags[place + 1] ?? ''] },
          { kind: 'remove_tags', tag_ids: [tag] },
        ],
      }),
    )
  await browser.call(setTags, { ...key, conversation_id, add: [tags[0] ?? ''] })
  await settled()
  const outcomes = await Promise.all(
    steps.map(async ({ id }) => (await runs(id)).map(({ outcome }) => outcome)),
  )
  expect(outcomes).toEqual([...Array<string[]>(ruleChainMax).fill(['acted']), ['loop']])
})

test('all conditions or any: language, page and opening hours', async () => {
  const { browser, key, rule, begin, row, settled } = await shop()
  const action = (priority: 'low' | 'medium' | 'high') => ({ kind: 'set_priority', priority }) as const
  await rule({ filter: { locale: 'sk' }, page: '/Cart', actions: [action('medium')] })
  await rule({
    filter: { locale: 'sk' },
    page: '/pay',
    match: 'any',
    words: ['card'],
    actions: [action('high')],
  })
  await rule({ page: '/night', hours: 'outside', actions: [action('low')] })
  const priorityOf = async (...said: Parameters<typeof begin>) => {
    const id = await begin(...said)
    await settled()
    return (await row(id)).priority
  }
  expect(await priorityOf('Hi', { url: 'https://shop.example/cart' })).toBe('none')
  expect(await priorityOf('Hi', { url: 'https://shop.example/pay' })).toBe('high')
  expect(await priorityOf('My card')).toBe('high')
  expect(await priorityOf('Hi', { url: 'https://shop.example/night' })).toBe('none')
  await browser.call(updateHours, {
    ...key,
    is_on: true,
    time_zone: 'UTC',
    week: Array.from({ length: 7 }, () => []),
  })
  expect(await priorityOf('Hi', { url: 'https://shop.example/night' })).toBe('low')
})

test('no reply for so long: once for each wait, and not where a reply came first', async () => {
  const { browser, key, rule, visitor, begin, row, runs, settled } = await shop()
  const created = await rule({ event: 'no_reply', wait_min: 30 })
  const late = await begin()
  await visitor.browser.call(requestPerson, { conversation_id: late })
  const answered = await begin()
  await visitor.browser.call(requestPerson, { conversation_id: answered })
  await browser.call(sendMessage, { ...key, conversation_id: answered, id: crypto.randomUUID(), body: 'Yes' })
  const look = async (ms: number) =>
    server.later(ms, async () => {
      await Promise.all([triggerNoReplyRules(server.ctx), triggerNoReplyRules(server.ctx)])
      await settled()
    })
  await look(29 * minute)
  expect(await runs(created.id)).toEqual([])
  await look(31 * minute)
  await look(90 * minute)
  expect((await runs(created.id)).map(({ conversation_id }) => conversation_id)).toEqual([late])
  expect([(await row(late)).priority, (await row(answered)).priority]).toEqual(['high', 'none'])
  // Old executions are deleted.
  await server.later(32 * 24 * 60 * minute, () => deleteOldRuns(server.ctx))
  expect(await runs(created.id)).toEqual([])
})

test('whoever runs the rules and however often, each thing that happened counts once', async () => {
  const { integration_id, rule, begin, thread, runs, settled } = await shop()
  const created = await rule({ actions: [{ kind: 'add_note', body: 'Once' }] })
  const conversation_id = await begin()
  await Promise.all(
    Array.from({ length: 8 }, () => runRules(server.ctx, { integration_id, conversation_id })),
  )
  await settled()
  const isNote = ({ kind }: Message) => kind === 'note'
  expect((await thread(conversation_id)).filter(isNote)).toHaveLength(1)
  expect(await runs(created.id)).toHaveLength(1)
})

test('an action that cannot be done is told with its reason, and stops none of the others', async () => {
  const { browser, integration_id, key, rule, begin, row, runs, settled } = await shop()
  const deleted = await server.seed.member(integration_id, 'agent')
  const created = await rule({ actions: [{ kind: 'assign', assignee_id: deleted.user.id }, high] })
  await browser.call(removeMember, { integration_id, user_id: deleted.user.id })
  const conversation_id = await begin()
  await settled()
  expect((await row(conversation_id)).priority).toBe('high')
  expect((await runs(created.id))[0]?.acts).toEqual([
    { kind: 'assign', outcome: 'failed', problem: 'not_a_member' },
    { kind: 'set_priority', outcome: 'done' },
  ])
  // The log is read in pages.
  for (let number = 0; number < 3; number++) await begin()
  await settled()
  const first = await browser.call(listRuleRuns, { ...key, rule_id: created.id, limit: '3' })
  const next = await browser.call(listRuleRuns, { ...key, rule_id: created.id, cursor: first.next ?? '' })
  expect([first.items.length, next.items.length, next.next]).toEqual([3, 1, null])
  expect(next.items[0]?.conversation_id).toBe(conversation_id)
})

test('a trial tells in which conversations a rule would have acted, and changes nothing', async () => {
  const { browser, key, visitor, begin, row, thread } = await shop()
  const refund = await begin('A refund, please')
  const other = await begin('Hello')
  await visitor.browser.call(requestPerson, { conversation_id: other })
  const state = async () => JSON.stringify([await row(refund), await thread(refund), await row(other)])
  const before = await state()
  const dryRun = async (question: Partial<InputOf<typeof dryRunRule>>) => {
    const { looked_at, items } = await browser.call(dryRunRule, {
      ...key,
      event: 'customer_message',
      ...question,
    })
    expect(looked_at).toBe(2)
    return items.map(({ conversation_id }) => conversation_id)
  }
  expect(await dryRun({})).toHaveLength(2)
  expect(await dryRun({ event: 'conversation_created', words: ['refund'] })).toEqual([refund])
  expect(await dryRun({ event: 'handed_over' })).toEqual([other])
  expect(await dryRun({ filter: { handler: 'assistant' } })).toEqual([refund])
  expect(await dryRun({ event: 'status_changed' })).toEqual([])
  expect(await dryRun({ event: 'no_reply', wait_min: 10 })).toEqual([])
  await server.later(11 * minute, async () => {
    expect(await dryRun({ event: 'no_reply', wait_min: 10 })).toEqual([other])
  })
  expect(await state()).toBe(before)
})
