import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stepKinds } from '@ozvi/contract'
import { expect, test } from 'vitest'
import { unpackTemplate } from '../template.ts'
import { everyStep, second } from './step-flow.ts'
import { killOnce } from './step-kills.ts'
import { distinctPoints } from './step-points.ts'

test('the scenario during which servers are killed has every kind of step', () => {
  const ids = { tag_id: '', field_id: '', user_id: '', http_url: '', second_id: '' }
  const used = [everyStep(ids), second].flatMap(({ steps = [] }) => steps.map(({ kind }) => kind))
  expect(stepKinds.filter((kind) => !used.includes(kind))).toEqual([])
})

test('the distinct points are both sides of every commit and the first write of each kind', () => {
  const turn = (step: string, nth: number, table: string) =>
    [`before update ${table}`, 'before insert message', 'before the commit', 'after the commit'].map(
      (what) => ({
        name: `${step}: ${what}`,
        nth,
      }),
    )
  const names = (points: { name: string; nth: number }[]) => points.map(({ name, nth }) => `${name} ${nth}`)
  expect(
    names(distinctPoints([...turn('a', 1, 'run'), ...turn('a', 2, 'run'), ...turn('b', 1, 'contact')])),
  ).toEqual([
    'a: before update run 1',
    'a: before insert message 1',
    'a: before the commit 1',
    'a: after the commit 1',
    'a: before the commit 2',
    'a: after the commit 2',
    'b: before update contact 1',
    'b: before the commit 1',
    'b: after the commit 1',
  ])
})

/** Two of the points that `npm run chaos` tries at every step. */
test('REL-01 kill -9 after a step’s commit and during its request: each step of a scenario is done once', async () => {
  const data_dir = mkdtempSync(path.join(tmpdir(), 'ozvi-steps-'))
  await unpackTemplate(data_dir)
  const at = { name: 'pick: after the commit', nth: 1 }
  expect(await killOnce({ data_dir }, at)).toMatchObject({ deaths: 2, breaches: [] })
  rmSync(data_dir, { recursive: true, force: true })
}, 480_000)
