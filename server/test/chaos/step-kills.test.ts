import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stepKinds } from '@ozvi/contract'
import { expect, test } from 'vitest'
import { unpackTemplate } from '../template.ts'
import { everyStep, second } from './step-flow.ts'
import { killOnce } from './step-kills.ts'

test('the scenario during which servers are killed has every kind of step', () => {
  const ids = { tag_id: '', field_id: '', user_id: '', http_url: '', second_id: '' }
  const used = [everyStep(ids), second].flatMap(({ steps = [] }) => steps.map(({ kind }) => kind))
  expect(stepKinds.filter((kind) => !used.includes(kind))).toEqual([])
})

/** Two of the points that `npm run chaos` tries at every step. */
test('REL-01 kill -9 after a step’s commit and during its request: each step of a scenario is done once', async () => {
  const data_dir = mkdtempSync(path.join(tmpdir(), 'ozvi-steps-'))
  await unpackTemplate(data_dir)
  const at = { name: 'pick: after the commit', nth: 1 }
  expect(await killOnce({ data_dir }, at)).toMatchObject({ deaths: 2, breaches: [] })
  rmSync(data_dir, { recursive: true, force: true })
}, 240_000)
