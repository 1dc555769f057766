import {
  createConversationField,
  createTag,
  createTeam,
  deleteConversationField,
  deleteTag,
  deleteTeam,
  listVisitorMessages,
  messageCharsMax,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import { bodies, bye, flowOf, runScene, say, type Step } from './test/run-scene.ts'

const { shop } = await runScene()

test('a published scenario continues without what was deleted since, and the team sees which step failed', async () => {
  const { browser, key, publish, write, thread, row, reached, visitor, conversation_id } = await shop()
  const field = await browser.call(createConversationField, { ...key, name: 'Order', type: 'text' })
  const team = await browser.call(createTeam, { ...key, name: 'Sales' })
  const tag = await browser.call(createTag, { ...key, name: 'Lead' })
  const steps: Step[] = [
    { id: 'tag', kind: 'add_tags', title: 'Mark as lead', tag_ids: [tag.id], next: 'field' },
    { id: 'field', kind: 'set_field', target: 'conversation', name: field.id, value: '7', next: 'team' },
    { id: 'team', kind: 'assign', title: 'To sales', team_id: team.id, next: 'hello' },
    say('hello', 'Hello', 'bye'),
    bye,
  ]
  await publish('Leads', flowOf(steps))
  await browser.call(deleteConversationField, { ...key, field_id: field.id })
  await browser.call(deleteTeam, { ...key, team_id: team.id })
  await browser.call(deleteTag, { ...key, tag_id: tag.id })
  await write('Good morning')
  await reached({ status: 'completed' })
  expect(bodies(await thread())).toContain('Hello')
  const failed = (await thread()).filter(({ details }) => details.event === 'scenario_step_failed')
  expect(failed.map(({ details }) => [details.scenario?.step_number, details.scenario?.step_title])).toEqual([
    [1, 'Mark as lead'],
    [2, ''],
    [3, 'To sales'],
  ])
  const seen = await visitor.browser.call(listVisitorMessages, { conversation_id })
  expect(seen.filter(({ kind }) => kind === 'event')).toEqual([])
  expect(await row()).toMatchObject({ tag_ids: [], team_id: null })
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
