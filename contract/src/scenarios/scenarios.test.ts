import { expect, test } from 'vitest'
import {
  applyScenarioDeleted,
  applyScenarioRunChanged,
  applyScenarioSaved,
  applyScenariosReordered,
  type Scenario,
  type ScenarioRun,
} from './scenarios.ts'

const integration_id = '01980000-0000-7000-8000-00000000000b'
const scenario = (id: string, position: number, more: Partial<Scenario> = {}): Scenario => ({
  id,
  integration_id,
  name: id,
  description: '',
  status: 'draft',
  position,
  trigger_kind: 'manual',
  has_unpublished_changes: true,
  published_version: null,
  published_at: null,
  updated_at: '2026-11-24T09:00:00.000Z',
  stats: { started: 0, engaged: 0, completed: 0, goal_reached: 0, handed_over: 0 },
  draft_version: 1,
  draft_saved_by: null,
  version: 1,
  ...more,
})
const run = (more: Partial<ScenarioRun> = {}): ScenarioRun => ({
  id: 'r1',
  integration_id,
  conversation_id: 'c1',
  scenario_id: 'a',
  scenario_name: 'a',
  scenario_version: 1,
  status: 'waiting',
  step_id: 's',
  step_number: null,
  step_title: '',
  waiting_until: null,
  started_at: '2026-11-24T09:00:00.000Z',
  ended_at: null,
  version: 3,
  ...more,
})
const [a, b] = [scenario('a', 0), scenario('b', 1)]

test('an old list of scenarios and an event give the new list, and an older event changes nothing', () => {
  expect(applyScenarioSaved([a], b)).toEqual([a, b])
  const renamed = { ...a, name: 'New', version: 2 }
  expect(applyScenarioSaved([a, b], renamed)).toEqual([renamed, b])
  expect(applyScenarioSaved([renamed, b], a)).toEqual([renamed, b])
  expect(applyScenarioDeleted([a, b], { id: 'a' })).toEqual([b])
  expect(applyScenariosReordered([a, b], { ids: ['b', 'a'] })).toEqual([
    { ...b, position: 0 },
    { ...a, position: 1 },
  ])
})
test('the run of a conversation follows its events, in any order', () => {
  const completed = run({ status: 'completed', version: 4 })
  const next = run({ id: 'r2', started_at: '2026-11-24T10:00:00.000Z', version: 1 })
  expect(applyScenarioRunChanged(null, run())).toEqual(run())
  expect(applyScenarioRunChanged(run(), completed)).toEqual(completed)
  expect(applyScenarioRunChanged(completed, run())).toEqual(completed)
  expect(applyScenarioRunChanged(completed, next)).toEqual(next)
  expect(applyScenarioRunChanged(next, completed)).toEqual(next)
  expect(applyScenarioRunChanged(run(), run({ conversation_id: 'c2', id: 'r3' }))).toEqual(run())
})
