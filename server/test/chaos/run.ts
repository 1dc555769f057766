/*
 * npm run chaos -- [--rounds 100] [--faults F1,F8] [--seed 7] [--sockets 2000] [--long]
 *                  [--on embedded,postgres,nodes] [--database-url postgres://…]
 * Lets faults happen to the real product, in random order, while people write and listen. Prints what it saw;
 * ends with 1 if a promise was broken.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findProgram } from '../../../scripts/debian.mjs'
import { startPostgres } from '../../../scripts/throwaway-postgres.mjs'
import { chaos } from './chaos.ts'
import { faults } from './faults.ts'
import { breachesOf, report } from './report.ts'
import { seeded, shuffled } from './seed.ts'
import type { Surroundings } from './stage.ts'

/** Everybody must be back within this time. */
const backWithin_ms = 10_000

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    faults: { type: 'string' },
    seed: { type: 'string' },
    sockets: { type: 'string', default: '2000' },
    long: { type: 'boolean', default: false },
    on: { type: 'string' },
    'database-url': { type: 'string' },
  },
})
const say = (line: string) => void process.stdout.write(`${line}\n`)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const wanted = values.faults?.split(',')
const program = findProgram('postgresql')
const given = values['database-url']
const place = (name: 'embedded' | 'postgres') =>
  values.on ? values.on.split(',').includes(name) : name === 'embedded' ? !given : Boolean(given ?? program)
let isBroken = false

async function run(name: string, around: Omit<Surroundings, 'data_dir'>, rounds: number) {
  const data_dir = mkdtempSync(path.join(tmpdir(), 'ozvi-chaos-'))
  const surroundings = { data_dir, ...around }
  const random = seeded(seed)
  const possible = faults.filter(
    (fault) => (!wanted || wanted.includes(fault.id)) && fault.applies(surroundings),
  )
  const plan = shuffled(possible, rounds, random)
  say(`\n${plan.length} rounds on ${name}, seed ${seed}`)
  let done = 0
  const outcome = await chaos({
    ...surroundings,
    plan,
    random,
    sockets: Number(values.sockets),
    isLong: values.long,
    onRound({ fault, acknowledged, recovery_ms, breaches }) {
      const figures = `${acknowledged} acknowledged, back after ${Math.round(recovery_ms)} ms`
      say(`${++done}/${plan.length} ${fault.id} ${fault.name}: ${figures}`)
      for (const { kind, what } of breaches) say(`    ${kind}: ${what}`)
    },
  })
  for (const line of report(outcome)) say(line)
  const slow = outcome.rounds.filter(({ recovery_ms }) => recovery_ms > backWithin_ms)
  if (slow.length > 0) {
    isBroken = true
    say(`${slow.length} TIMES NOT EVERYBODY WAS BACK WITHIN ${backWithin_ms / 1_000} s`)
  }
  if (breachesOf(outcome).length === 0) rmSync(data_dir, { recursive: true, force: true })
  else {
    isBroken = true
    say(`the data folder is kept: ${data_dir}`)
  }
}

const rounds = Number(values.rounds)
if (place('embedded')) await run('the embedded database', {}, rounds)
if (place('postgres')) {
  const own = given ? undefined : await startPostgres(program ?? 'postgres')
  try {
    await run('PostgreSQL', { database_url: given ?? own?.url, restartDatabase: own?.restart }, rounds)
  } finally {
    await own?.stop()
  }
}
process.exit(isBroken ? 1 : 0)
