/*
 * npm run chaos -- [--rounds 120] [--faults F1,F8] [--seed 7] [--sockets 2000] [--long] [--steps all] [--lanes 4]
 * [--embedded] [--postgres] [--database-url postgres://…] [--nodes 2] [--redis]
 * Causes faults in the real product in random order while people send and receive. Without one of the last five
 * options it runs on the embedded database, then on PostgreSQL and on two nodes with Redis, as far as the machine
 * has them. Then it kills a server before and after each commit of a scenario and before each kind of write
 * (`--steps distinct`), before every write (`--steps all`), or at as many points as --steps says; 0 skips this. Several
 * installations (--lanes) share these points. --rounds 0 skips the faults. Prints the results;
 * exits with 1 if a guarantee was violated.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findProgram, installHint } from '../../../scripts/apt.mjs'
import { startPostgres } from '../../../scripts/throwaway-postgres.mjs'
import { startRedis } from '../cluster/redis.ts'
import { chaos } from './chaos.ts'
import { faults } from './faults.ts'
import { breachesOf, report } from './report.ts'
import { seeded, shuffled } from './seed.ts'
import type { Environment } from './environment.ts'
import { killAtEachStep } from './step-kills.ts'

/** All clients must reconnect within this time. */
const backWithin_ms = 10_000
/** Redis is down for this long when it restarts. */
const redisDown_ms = 500

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '120' },
    faults: { type: 'string' },
    seed: { type: 'string' },
    sockets: { type: 'string', default: '2000' },
    long: { type: 'boolean', default: false },
    steps: { type: 'string', default: 'distinct' },
    lanes: { type: 'string', default: '1' },
    embedded: { type: 'boolean', default: false },
    'database-url': { type: 'string' },
    postgres: { type: 'boolean', default: false },
    nodes: { type: 'string', default: '1' },
    redis: { type: 'boolean', default: false },
  },
})
const say = (line: string) => void process.stdout.write(`${line}\n`)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const selected = values.faults?.split(',')

/** The environment of one run. */
interface Setup {
  name: string
  nodes: number
  hasPostgres: boolean
  hasRedis: boolean
}
function setupOf(nodes: number, hasPostgres: boolean, hasRedis: boolean): Setup {
  const on = hasPostgres ? 'PostgreSQL' : 'the embedded database'
  const name = `${nodes === 1 ? 'one node' : `${nodes} nodes`} on ${on}${hasRedis ? ' and Redis' : ''}`
  return { name, nodes, hasPostgres, hasRedis }
}
function setups(): Setup[] {
  const nodes = Number(values.nodes)
  const hasPostgres = values.postgres || Boolean(values['database-url']) || nodes > 1
  if (values.embedded || hasPostgres || values.redis) return [setupOf(nodes, hasPostgres, values.redis)]
  const missing = (['postgresql', 'redis'] as const).filter((program) => !findProgram(program))
  for (const program of missing) say(`No ${program} here: ${installHint(program)}`)
  const [noPostgres, noRedis] = [missing.includes('postgresql'), missing.includes('redis')]
  const embedded = setupOf(1, false, false)
  return noPostgres ? [embedded] : [embedded, setupOf(1, true, false), setupOf(2, true, !noRedis)]
}

/** @returns whether every guarantee held */
async function run(place: Setup, rounds: number): Promise<boolean> {
  const data_dir = mkdtempSync(path.join(tmpdir(), 'ozvi-chaos-'))
  const databaseUrl = values['database-url']
  const postgres =
    place.hasPostgres && !databaseUrl
      ? await startPostgres(findProgram('postgresql') ?? 'postgres')
      : undefined
  const redis = place.hasRedis ? await startRedis() : undefined
  const surroundings: Environment = {
    data_dir,
    nodes: place.nodes,
    database_url: place.hasPostgres ? (databaseUrl ?? postgres?.url) : undefined,
    restartDatabase: postgres?.restart,
    redis_url: redis?.url,
    async restartRedis() {
      await redis?.kill()
      await sleep(redisDown_ms)
      await redis?.start()
    },
  }
  try {
    const random = seeded(seed)
    const possible = faults.filter(
      (fault) => (!selected || selected.includes(fault.id)) && fault.applies(surroundings),
    )
    const plan = shuffled(possible, rounds, random)
    say(`\n${plan.length} rounds, ${place.name}, seed ${seed}`)
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
    if (slow.length > 0) say(`${slow.length} TIMES NOT EVERYBODY WAS BACK WITHIN ${backWithin_ms / 1_000} s`)
    const isKept = breachesOf(outcome).length === 0
    if (isKept) rmSync(data_dir, { recursive: true, force: true })
    else say(`the data folder is kept: ${data_dir}`)
    return isKept && slow.length === 0
  } finally {
    await redis?.[Symbol.asyncDispose]()
    await postgres?.stop()
  }
}

/** An installation for kills at the steps of a scenario. */
async function makeInstallation({ nodes, hasPostgres, hasRedis }: Setup) {
  const data_dir = mkdtempSync(path.join(tmpdir(), 'ozvi-steps-'))
  const databaseUrl = values['database-url']
  const postgres =
    hasPostgres && !databaseUrl ? await startPostgres(findProgram('postgresql') ?? 'postgres') : undefined
  const redis = hasRedis ? await startRedis() : undefined
  return {
    surroundings: {
      data_dir,
      nodes,
      database_url: hasPostgres ? (databaseUrl ?? postgres?.url) : undefined,
      redis_url: redis?.url,
    },
    async close() {
      await redis?.[Symbol.asyncDispose]()
      await postgres?.stop()
    },
  }
}

/** Kills servers at the steps of a scenario. @returns whether each step was done once */
async function runSteps(setup: Setup): Promise<boolean> {
  const installations: Awaited<ReturnType<typeof makeInstallation>>[] = []
  const lanes = values['database-url'] ? 1 : Number(values.lanes)
  const choice = values.steps === 'all' || values.steps === 'distinct' ? values.steps : Number(values.steps)
  const begun_at = performance.now()
  let [points, deaths] = [0, 0]
  try {
    while (installations.length < lanes) installations.push(await makeInstallation(setup))
    say(`\nkill -9 at each step of a scenario, ${setup.name}`)
    const kills = await killAtEachStep(
      installations.map(({ surroundings }) => surroundings),
      {
        points: choice,
        onPoint(kill) {
          if (kill.deaths > 0) points++
          deaths += kill.deaths
          say(`${kill.point}: ${kill.deaths === 1 ? 'killed' : `${kill.deaths} kills`}`)
          for (const breach of kill.breaches) say(`    ${breach}`)
        },
      },
    )
    const broken = kills.filter(({ breaches }) => breaches.length > 0)
    const took_s = Math.round((performance.now() - begun_at) / 1_000)
    say(`${points} of ${kills.length} points, ${deaths} kills, ${broken.length} broken, ${took_s} s`)
    for (const { surroundings } of installations)
      if (broken.length === 0) rmSync(surroundings.data_dir, { recursive: true, force: true })
      else say(`the data folder is kept: ${surroundings.data_dir}`)
    return broken.length === 0
  } finally {
    for (const installation of installations) await installation.close()
  }
}

const all = setups()
let areKept = true
if (values.rounds !== '0')
  for (const place of all)
    areKept = (await run(place, Math.ceil(Number(values.rounds) / all.length))) && areKept
if (!selected && values.steps !== '0') for (const place of all) areKept = (await runSteps(place)) && areKept
process.exit(areKept ? 0 : 1)
