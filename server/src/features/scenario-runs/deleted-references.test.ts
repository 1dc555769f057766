import {
  createContactField,
  createConversationField,
  createTag,
  createTeam,
  deleteContactField,
  deleteConversationField,
  deleteScenario,
  deleteTag,
  deleteTeam,
  getContact,
  listVisitorMessages,
  messageCharsMax,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import { bodies, bye, flowOf, hello, runScene, say, type Step } from './test/run-scene.ts'

const { shop } = await runScene()

test('a published scenario continues without what was deleted since, and the team sees which step failed', async () => {
  const { browser, key, publish, write, thread, row, reached, visitor, conversation_id } = await shop()
  const field = await browser.call(createConversationField, { ...key, name: 'Order', type: 'text' })
  const size = await browser.call(createContactField, { ...key, name: 'Size', type: 'text' })
  const team = await browser.call(createTeam, { ...key, name: 'Sales' })
  const tag = await browser.call(createTag, { ...key, name: 'Lead' })
  const steps: Step[] = [
    { id: 'tag', kind: 'add_tags', title: 'Mark as lead', tag_ids: [tag.id], next: 'field' },
    { id: 'field', kind: 'set_field', target: 'conversation', name: field.id, value: '7', next: 'size' },
    { id: 'size', kind: 'set_field', target: 'contact', name: size.id, value: '7', next: 'team' },
    { id: 'team', kind: 'assign', title: 'To sales', team_id: team.id, next: 'email' },
    { id: 'email', kind: 'email_team', team_id: team.id, subject: 'New', body: 'Hi', next: 'hello' },
    say('hello', 'Hello', 'bye'),
    bye,
  ]
  await publish('Leads', flowOf(steps))
  await browser.call(deleteConversationField, { ...key, field_id: field.id })
  await browser.call(deleteContactField, { ...key, field_id: size.id })
  await browser.call(deleteTeam, { ...key, team_id: team.id })
  await browser.call(deleteTag, { ...key, tag_id: tag.id })
  await write('Good morning')
  await reached({ status: 'completed' })
  expect(bodies(await thread())).toContain('Hello')
  const failed = (await thread()).filter(({ details }) => details.event === 'scenario_step_failed')
  expect(failed.map(({ details }) => [details.scenario?.step_number, details.failed_step_reason])).toEqual([
    [1, 'tag_unknown'],
    [2, 'field_unknown'],
    [3, 'field_unknown'],
    [4, 'team_unknown'],
    [5, 'team_unknown'],
  ])
  expect(failed[0]?.details.scenario?.step_title).toBe('Mark as lead')
  const seen = await visitor.browser.call(listVisitorMessages, { conversation_id })
  expect(seen.filter(({ kind }) => kind === 'event')).toEqual([])
  expect(await row()).toMatchObject({ tag_ids: [], team_id: null })
})

test('the team sees which branch read a deleted field or tag, unless an earlier condition had decided', async () => {
  const { browser, key, publish, write, thread, replies, reached } = await shop()
  const field = await browser.call(createContactField, { ...key, name: 'Size', type: 'text' })
  const tag = await browser.call(createTag, { ...key, name: 'Lead' })
  const onPage = { subject: 'page', operator: 'is_not_set' } as const
  const hasSize = { subject: 'contact', name: field.id, operator: 'is_set' } as const
  const isLead = { subject: 'conversation', name: 'tag', operator: 'is', value: tag.id } as const
  const steps: Step[] = [
    {
      id: 'size',
      kind: 'branch',
      title: 'Known size',
      cases: [
        { id: 'a', conditions: [hasSize], next: 'known' },
        { id: 'b', conditions: [isLead], next: 'known' },
      ],
      otherwise: 'decided',
    },
    {
      id: 'decided',
      kind: 'branch',
      cases: [
        { id: 'a', match: 'any', conditions: [onPage, { ...onPage, operator: 'is_set' }], next: 'asked' },
        { id: 'b', conditions: [hasSize], next: 'known' },
      ],
      otherwise: 'known',
    },
    say('known', 'Known', 'bye'),
    say('asked', 'Which size?', 'bye'),
    bye,
  ]
  await publish('Sizes', flowOf(steps))
  await browser.call(deleteContactField, { ...key, field_id: field.id })
  await browser.call(deleteTag, { ...key, tag_id: tag.id })
  await write('Hello')
  expect(bodies(await replies(1))).toEqual(['Which size?'])
  await reached({ status: 'completed' })
  const failed = (await thread()).filter(({ details }) => details.event === 'scenario_step_failed')
  expect(
    failed.map(({ details: { scenario, failed_step_reason } }) => [scenario?.step_title, failed_step_reason]),
  ).toEqual([
    ['Known size', 'field_unknown'],
    ['Known size', 'tag_unknown'],
  ])
  await expect(publish('Sizes again', flowOf(steps))).rejects.toMatchObject({
    code: 'invalid_input',
    errors: {
      'flow.steps.size.cases.0.conditions.0.name': [expect.any(String)],
      'flow.steps.size.cases.1.conditions.0.value': [expect.any(String)],
    },
  })
})

test('the thread shows what a run said before the branch that read a deleted field, and its end last', async () => {
  const { browser, key, publish, write, thread, reached } = await shop()
  const field = await browser.call(createContactField, { ...key, name: 'Size', type: 'text' })
  const hasSize = { subject: 'contact', name: field.id, operator: 'is_set' } as const
  const size: Step = {
    id: 'size',
    kind: 'branch',
    cases: [{ id: 'a', conditions: [hasSize], next: 'bye' }],
    otherwise: 'bye',
  }
  await publish('Sizes', flowOf([say('hello', 'Welcome', 'size'), size, bye]))
  await browser.call(deleteContactField, { ...key, field_id: field.id })
  await write('Good morning')
  await reached({ status: 'completed' })
  const shown = (await thread()).map(({ body, details }) => details.event ?? body)
  expect(shown.slice(shown.indexOf('Welcome'))).toEqual([
    'Welcome',
    'scenario_step_failed',
    'scenario_ended',
    ...shown.slice(shown.indexOf('scenario_ended') + 1),
  ])
})

test('of several steps of a kind, the team sees the one that failed; no rule is named', async () => {
  const { browser, key, publish, write, thread, row, reached } = await shop()
  const deleted = await browser.call(createTag, { ...key, name: 'Lead' })
  const kept = await browser.call(createTag, { ...key, name: 'New' })
  const steps: Step[] = [
    { id: 'lead', kind: 'add_tags', title: 'Mark as lead', tag_ids: [deleted.id], next: 'new' },
    { id: 'new', kind: 'add_tags', title: 'Mark as new', tag_ids: [kept.id], next: 'bye' },
    bye,
  ]
  await publish('Leads', flowOf(steps))
  await browser.call(deleteTag, { ...key, tag_id: deleted.id })
  await write('Good morning')
  await reached({ status: 'completed' })
  const failed = (await thread()).filter(({ details }) => details.event === 'scenario_step_failed')
  expect(failed.map(({ details }) => [details.scenario?.step_title, details.rule_name])).toEqual([
    ['Mark as lead', undefined],
  ])
  expect(await row()).toMatchObject({ tag_ids: [kept.id] })
})

test('a customer whose next scenario was deleted is handed over, and the team sees why', async () => {
  const { browser, key, publish, write, thread, row, reached } = await shop()
  const next = await publish('Second', { ...hello, trigger: { kind: 'manual' } })
  const go: Step = { id: 'go', kind: 'run_scenario', title: 'Continue', scenario_id: next.id }
  await publish('First', flowOf([say('wait', 'One moment', 'go'), go]))
  await browser.call(deleteScenario, { ...key, scenario_id: next.id })
  await write('Good morning')
  await reached({ status: 'completed' })
  const failed = (await thread()).find(({ details }) => details.event === 'scenario_step_failed')
  expect(failed?.details).toMatchObject({
    failed_step_reason: 'scenario_unknown',
    scenario: { step_title: 'Continue', step_number: 2 },
  })
  expect(await row()).toMatchObject({ handler: 'team', hand_over_reason: 'error' })
})

test('an answer whose field was deleted is kept in its variable, and the question continues', async () => {
  const { browser, key, publish, write, thread, row, replies, reached } = await shop()
  const field = await browser.call(createContactField, { ...key, name: 'Size', type: 'text' })
  const ask: Step = {
    id: 'ask',
    kind: 'question',
    text: { en: 'Which size?' },
    save_as: { variable: 'size', contact_field: field.id },
    next: 'echo',
  }
  const variables = [{ name: 'size', type: 'text' as const }]
  await publish('Ask', flowOf([ask, say('echo', 'Size {{size}}', 'bye'), bye], { variables }))
  await browser.call(deleteContactField, { ...key, field_id: field.id })
  await write('Hello')
  await reached({ status: 'waiting', step_id: 'ask' })
  await write('XL')
  expect(bodies(await replies(2)).at(-1)).toBe('Size XL')
  const failed = (await thread()).find(({ details }) => details.event === 'scenario_step_failed')
  expect(failed?.details).toMatchObject({
    failed_step_reason: 'field_unknown',
    scenario: { step_id: 'ask' },
  })
  const contact_id = (await row()).contact.id
  expect((await browser.call(getContact, { ...key, contact_id })).fields).toEqual({})
})

test('422 an answer of 100 KB is rejected, and the question can still be answered', async () => {
  const { publish, write, replies, reached } = await shop()
  const ask: Step = {
    id: 'ask',
    kind: 'question',
    text: { en: 'Your name?' },
    save_as: { variable: null, contact_field: 'name' },
    next: 'thanks',
  }
  await publish('Ask', flowOf([ask, say('thanks', 'Thank you', 'bye'), bye]))
  await write('Hello')
  await reached({ status: 'waiting', step_id: 'ask' })
  await expect(write('x'.repeat(100_000))).rejects.toMatchObject({ errors: { body: [expect.any(String)] } })
  await write('x'.repeat(messageCharsMax))
  expect(bodies(await replies(2)).at(-1)).toBe('Thank you')
  await reached({ status: 'completed' })
})
