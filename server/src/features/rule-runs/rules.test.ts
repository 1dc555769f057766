import {
  applyRuleDeleted,
  applyRuleSaved,
  applyRulesReordered,
  deleteRule,
  listRuleRuns,
  listRules,
  reorderRules,
  type Rule,
} from '@ozvi/contract'
import { expect, test } from 'vitest'
import { type Draft, high, some, ruleScene } from './test/rule-scene.ts'

const { server, shop } = await ruleScene()

test('old state + events = new state for the ordered list of rules', async () => {
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
    return event === 'RulesReordered' ? applyRulesReordered(rules, data as { ids: string[] }) : rules
  }, before)
  expect(after).toEqual(await list())
  expect(after.map(({ name }) => name)).toEqual(['Three', 'Uno', 'Two'])
  expect(after[1]).toMatchObject({ is_on: false, filter: { locale: 'sk' }, words: ['refund'], version: 2 })
})

test('422 for missing references, 403 without the right, SEC-10 404 for another workspace’s rule', async () => {
  const { browser, integration_id, key, rule } = await shop()
  const other = await shop()
  const agent = await server.seed.member(integration_id, 'agent')
  const created = await rule({})
  const foreign = await other.tag('Foreign')
  const invalidDrafts: [Draft, string][] = [
    [{ name: ' ' }, 'name'],
    [{ actions: [] }, 'actions'],
    [{ event: 'no_reply' }, 'wait_min'],
    [{ filter: { assignee: 'me' } }, 'filter'],
    [{ actions: [high, { kind: 'assign', assignee_id: other.user.id }] }, 'actions.1.assignee_id'],
    [{ actions: [{ kind: 'add_tags', tag_ids: [foreign] }] }, 'actions.0.tag_ids'],
    [{ actions: [{ kind: 'send_reply', canned_reply_id: foreign }] }, 'actions.0.canned_reply_id'],
    [{ actions: [{ kind: 'assign_team', team_id: foreign }] }, 'actions.0.team_id'],
  ]
  for (const [draft, field] of invalidDrafts)
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
