import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { unpackTemplate } from '../template.ts'
import { killOnce } from './step-kills.ts'

/** Two points of what `npm run chaos` does at every step. */
test('REL-01 kill -9 after the commit of a step and in the middle of its request: each step of a scenario is done once', async () => {
  const data_dir = mkdtempSync(path.join(tmpdir(), 'ozvi-steps-'))
  await unpackTemplate(data_dir)
  const at = { name: 'pick: after the commit', nth: 1 }
  expect(await killOnce({ data_dir }, at)).toMatchObject({ deaths: 2, breaches: [] })
  rmSync(data_dir, { recursive: true, force: true })
}, 240_000)
