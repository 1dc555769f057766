import { expect, test } from 'vitest'
import { fieldText } from '../error-messages.ts'
import {
  blocksPublishing,
  deletableInBranch,
  findDeleted,
  findProblems,
  flowProblemCodes,
  type PublishingFacts,
  problemErrors,
} from './checks.ts'
import type { StepOf } from './flow.ts'
import { createFlow, ids, type StepDraft } from './test/flows.ts'

const known: PublishingFacts = {
  tag_ids: new Set([ids.tag]),
  team_ids: new Set([ids.team]),
  member_ids: new Set([ids.member]),
  scenario_ids: new Set([ids.scenario]),
  image_ids: new Set([ids.image]),
  secrets: new Map([['shop', 'https://api.example.com']]),
  blocked_urls: new Set<string>(),
  has_content: true,
  hubspot: { is_connected: false, has_ticket_access: false, properties: new Set<string>() },
  contact_field_ids: new Set([ids.field]),
  conversation_field_ids: new Set([ids.field]),
}
const gone = '01980000-0000-7000-8000-0000000000ff'
const done: StepDraft = { id: 'done', kind: 'end' }
const hello = { en: 'Hello', sk: 'Dobrý deň' }
/** The problems of one step that leads to the end. */
const problemsOf = (step: StepDraft, more: object = {}) =>
  findProblems(createFlow([step, done], more), known).filter(({ code }) => code !== 'step_unreachable')

test('a complete flow has no problems', () => {
  expect(problemsOf({ id: 'm', kind: 'message', text: hello, next: 'done' })).toEqual([])
})
test('a flow without a start, and an unreachable step', () => {
  const flow = createFlow([done, { id: 'alone', kind: 'end' }])
  expect(findProblems(flow, known)).toEqual([{ code: 'step_unreachable', step_id: 'alone' }])
  expect(findProblems({ ...flow, start_step_id: 'gone' }, known)).toMatchObject([
    { code: 'start_missing', path: 'start_step_id' },
    { code: 'step_unreachable', step_id: 'done' },
    { code: 'step_unreachable', step_id: 'alone' },
  ])
})
test('an unconnected edge, unless the step has a default for it', () => {
  const open = (step: StepDraft) => problemsOf(step).map(({ code, path }) => [code, path])
  expect(open({ id: 'm', kind: 'message', text: hello })).toEqual([['edge_open', 'next']])
  expect(open({ id: 'm', kind: 'message', text: hello, next: 'gone' })).toEqual([['step_unknown', 'next']])
  expect(open({ id: 'q', kind: 'question', text: hello, next: 'done' })).toEqual([])
  expect(open({ id: 'a', kind: 'assistant', answered: 'done' })).toEqual([])
  expect(open({ id: 'b', kind: 'buttons', text: hello, buttons: [{ id: 'x', text: hello }] })).toEqual([
    ['edge_open', 'buttons.0.next'],
  ])
})
test('a text missing in a language of the flow', () => {
  const step: StepDraft = { id: 'm', kind: 'message', text: { en: 'Hello', sk: ' ' }, next: 'done' }
  expect(problemsOf(step)).toEqual([{ code: 'text_missing', step_id: 'm', path: 'text.sk' }])
  expect(problemsOf(step, { locales: ['en'] })).toEqual([])
})
test('a variable or field that doesn’t exist', () => {
  const text = { en: 'Hi {{who}} {{contact.name}}', sk: 'Dobrý deň' }
  const step: StepDraft = { id: 'm', kind: 'message', text, next: 'done' }
  expect(problemsOf(step)).toEqual([{ code: 'variable_unknown', step_id: 'm', path: 'text.en' }])
  expect(problemsOf(step, { variables: [{ name: 'who', type: 'text' }] })).toEqual([])
  const question = (save_as: object): StepDraft => ({
    id: 'q',
    kind: 'question',
    text: hello,
    save_as,
    next: 'done',
  })
  expect(problemsOf(question({ variable: 'who', contact_field: gone }))).toMatchObject([
    { code: 'variable_unknown', path: 'save_as.variable' },
    { code: 'field_unknown', path: 'save_as.contact_field' },
  ])
  expect(problemsOf(question({ contact_field: ids.field }))).toEqual([])
  const set = (target: 'contact' | 'conversation', name: string) =>
    problemsOf({ id: 's', kind: 'set_field', target, name, value: 'x', next: 'done' })
  expect(set('contact', 'company')).toEqual([])
  expect(set('conversation', 'priority')).toMatchObject([{ code: 'field_unknown', path: 'name' }])
})
test('an assistant step without content is shown, but doesn’t keep the flow from being published', () => {
  const flow = createFlow([{ id: 'a', kind: 'assistant', answered: 'done' }, done])
  expect(findProblems(flow, known)).toEqual([])
  const problems = findProblems(flow, { ...known, has_content: false })
  expect(problems).toEqual([{ code: 'content_missing', step_id: 'a' }])
  expect(problems.filter(blocksPublishing)).toEqual([])
})
test('limits of an answer that aren’t of its type, or a minimum above the maximum', () => {
  const limited = (answer: 'text' | 'number' | 'date' | 'email', min: string, max: string) =>
    problemsOf({ id: 'q', kind: 'question', text: hello, answer, limits: { min, max }, next: 'done' })
  const invalid = (path: string) => [{ code: 'limit_invalid', step_id: 'q', path }]
  const reversed = [{ code: 'limits_reversed', step_id: 'q', path: 'limits.max' }]
  expect(limited('number', '-1,5', '2')).toEqual([])
  expect(limited('number', 'one', '')).toEqual(invalid('limits.min'))
  expect(limited('number', '3', '2')).toEqual(reversed)
  expect(limited('text', '0', '2')).toEqual(invalid('limits.min'))
  expect(limited('text', '1', '100000')).toEqual(invalid('limits.max'))
  expect(limited('date', '2026-02-31', '')).toEqual(invalid('limits.min'))
  expect(limited('date', '2026-12-24', '2026-11-22')).toEqual(reversed)
  expect(limited('number', '3', 'two')).toEqual(invalid('limits.max'))
  expect(limited('email', 'x', 'y')).toEqual([])
})
test('an empty step', () => {
  const empty = (step: StepDraft) => problemsOf(step).map(({ code, path }) => [code, path])
  expect(empty({ id: 'b', kind: 'buttons', text: hello })).toEqual([['step_empty', 'buttons']])
  expect(empty({ id: 't', kind: 'add_tags', next: 'done' })).toEqual([['step_empty', 'tag_ids']])
  expect(empty({ id: 'a', kind: 'assign', next: 'done' })).toEqual([['step_empty', 'member_id']])
  expect(empty({ id: 'n', kind: 'note', next: 'done' })).toEqual([['step_empty', 'body']])
  expect(empty({ id: 'r', kind: 'run_scenario' })).toEqual([['step_empty', 'scenario_id']])
  expect(empty({ id: 'h', kind: 'http_request', ok: 'done', failed: 'done' })).toEqual([
    ['step_empty', 'url'],
  ])
  const condition = { subject: 'contact', operator: 'is' } as const
  const cases = [{ id: 'c', conditions: [condition], next: 'done' }]
  expect(empty({ id: 'b', kind: 'branch', cases, otherwise: 'done' })).toEqual([
    ['step_empty', 'cases.0.conditions.0.name'],
    ['step_empty', 'cases.0.conditions.0.value'],
  ])
  const onDay = { subject: 'date', operator: 'is' } as const
  const dates = ['2026-12-24', '2026-02-30', 'someday'].map((value) => ({ ...onDay, value }))
  const onDates = [{ id: 'c', conditions: dates, next: 'done' }]
  expect(empty({ id: 'd', kind: 'branch', cases: onDates, otherwise: 'done' })).toEqual([
    ['step_empty', 'cases.0.conditions.1.value'],
    ['step_empty', 'cases.0.conditions.2.value'],
  ])
  const trigger = { trigger: { kind: 'message' } }
  expect(problemsOf(done, { ...trigger, steps: [done] })).toEqual([
    { code: 'step_empty', path: 'trigger.words' },
  ])
})
test('a tag, team, member or scenario that doesn’t exist', () => {
  const codes = (step: StepDraft) => problemsOf(step).map(({ code, path }) => [code, path])
  expect(codes({ id: 't', kind: 'add_tags', tag_ids: [ids.tag, gone], next: 'done' })).toEqual([
    ['tag_unknown', 'tag_ids.1'],
  ])
  expect(codes({ id: 'a', kind: 'assign', team_id: gone, member_id: gone, next: 'done' })).toEqual([
    ['not_a_member', 'member_id'],
    ['team_unknown', 'team_id'],
  ])
  expect(codes({ id: 'r', kind: 'run_scenario', scenario_id: gone })).toEqual([
    ['scenario_unknown', 'scenario_id'],
  ])
  const about = { subject: 'conversation', name: 'tag', operator: 'is', value: gone } as const
  expect(problemsOf(done, { steps: [done], audience: { conditions: [about] } })).toEqual([
    { code: 'tag_unknown', path: 'audience.conditions.0.value' },
  ])
})
test('a group of the audience that is empty, or reads something that doesn’t exist', () => {
  const condition = { subject: 'conversation', name: 'tag', operator: 'is' } as const
  const groups = [
    { id: 'a', conditions: [{ ...condition, value: ids.tag }] },
    { id: 'b', conditions: [] },
    {
      id: 'c',
      conditions: [
        { ...condition, value: gone },
        { ...condition, value: '' },
      ],
    },
  ]
  const problems = problemsOf(done, { steps: [done], audience: { groups } })
  expect(problems).toEqual([
    { code: 'step_empty', path: 'audience.groups.1.conditions' },
    { code: 'step_empty', path: 'audience.groups.2.conditions.1.value' },
    { code: 'tag_unknown', path: 'audience.groups.2.conditions.0.value' },
  ])
  expect(Object.keys(problemErrors(problems))).toContain('flow.audience.groups.1.conditions')
})
type Condition = StepOf<'branch'>['cases'][number]['conditions'][number]
const about = (subject: Condition['subject'], name: string): Condition => ({
  subject,
  name,
  operator: 'is_set',
  value: '',
})
/** A branch with a condition for each case, and the step that each leads to. */
const branchOf = (cases: [Condition, next: string][], otherwise: string): StepOf<'branch'> => ({
  id: 'b',
  kind: 'branch',
  title: '',
  position: { x: 0, y: 0 },
  cases: cases.map(([condition, next], index) => ({
    id: `${index}`,
    match: 'all',
    conditions: [condition],
    next,
  })),
  otherwise,
})
test('a condition over a HubSpot property names the connection if HubSpot isn’t connected', () => {
  const branch = branchOf([[about('contact', 'hubspot.size'), 'done']], 'done')
  const codes = (is_connected: boolean) =>
    findProblems(createFlow([branch, done]), { ...known, hubspot: { ...known.hubspot, is_connected } }).map(
      ({ code, path }) => [code, path],
    )
  const path = 'cases.0.conditions.0.name'
  expect(codes(false)).toEqual([['hubspot_not_connected', path]])
  expect(codes(true)).toEqual([['hubspot_property_not_chosen', path]])
})
test('a branch read the conditions of all cases that may have led to the step that followed', () => {
  const cases: [Condition, string][] = [
    [about('contact', 'name'), 'shared'],
    [about('contact', gone), 'shared'],
    [about('conversation', ids.field), 'last'],
  ]
  const read = (otherwise: string, next: string | undefined) =>
    deletableInBranch(branchOf(cases, otherwise), next).map(({ name }) => name)
  expect(read('done', 'shared')).toEqual([gone])
  expect(read('shared', 'shared')).toEqual([gone, ids.field])
  expect(read('done', 'last')).toEqual([gone, ids.field])
  expect(read('done', undefined)).toEqual([gone, ids.field])
  expect(findDeleted(deletableInBranch(branchOf(cases, 'shared'), 'shared'), known)).toEqual([
    'field_unknown',
  ])
})
test('a branch over variables and built-in fields reads nothing that can be deleted', () => {
  const own = [
    about('variable', 'who'),
    about('contact', 'email'),
    about('conversation', 'priority'),
    about('page', ''),
  ]
  const branch = branchOf(
    own.map((condition) => [condition, 'done']),
    'done',
  )
  expect(deletableInBranch(branch, 'done')).toEqual([])
})
test('a request URL whose server a customer could choose', () => {
  const codes = (url: string) =>
    problemsOf(
      { id: 'h', kind: 'http_request', url, ok: 'done', failed: 'done' },
      {
        variables: [{ name: 'v', type: 'text' }],
      },
    ).map(({ code }) => code)
  expect(codes('https://api.example/{{v}}?q={{v}}')).toEqual([])
  for (const url of [
    'https://{{v}}/',
    'https://api.example.{{v}}/',
    '{{v}}',
    'ftp://api.example',
    'https://a@b/',
  ])
    expect(codes(url)).toEqual(['url_invalid'])
})
test('a cycle without a step that waits for the customer or a time', () => {
  const loop = (second: StepDraft) =>
    findProblems(createFlow([{ id: 'm', kind: 'message', text: hello, next: 's' }, second]), known)
  expect(loop({ id: 's', kind: 'go_to', to: 'm' })).toEqual([{ code: 'loop_endless', step_id: 'm' }])
  expect(loop({ id: 's', kind: 'assistant', answered: 'm' })).toEqual([
    { code: 'loop_endless', step_id: 'm' },
  ])
  expect(loop({ id: 's', kind: 'wait', next: 'm' })).toEqual([])
  expect(loop({ id: 's', kind: 'question', text: hello, next: 'm' })).toEqual([])
})
test('problems become errors of a request, and each has a text in both languages', () => {
  expect(
    problemErrors([
      { code: 'start_missing', path: 'start_step_id' },
      { code: 'text_missing', step_id: 'm', path: 'text.sk' },
      { code: 'step_unreachable', step_id: 'm' },
    ]),
  ).toEqual({
    'flow.start_step_id': ['start_missing'],
    'flow.steps.m.text.sk': ['text_missing'],
    'flow.steps.m': ['step_unreachable'],
  })
  for (const locale of ['en', 'sk'] as const)
    for (const code of flowProblemCodes) expect(fieldText(locale, code)).not.toBe(code)
})
