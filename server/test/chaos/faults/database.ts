import { setTimeout as sleep } from 'node:timers/promises'
import { onServer } from '../../postgres-server.ts'
import type { Fault } from '../fault.ts'
import { originOf } from '../server-process.ts'
import { between, pick, type TestEnvironment } from '../environment.ts'

/** A request that needs the database gets a response within this time, even if the database is down. */
const answerWithin_ms = 6_000
const freeze_ms = [2_000, 5_000] as const
const longFreeze_ms = 10_000
const onPostgres = ({ database_url }: Pick<TestEnvironment, 'database_url'>) => Boolean(database_url)

/** Sends requests that need the database to every node until stopped. */
function probe(environment: TestEnvironment): () => Promise<void> {
  let isOver = false
  const { headers } = pick(environment, environment.participants.visitors).caller
  const asking = environment.nodes_running.map(async ({ place }) => {
    while (!isOver) {
      const begun_at = performance.now()
      const reply = await fetch(`${originOf(place)}/api/visitor/conversation`, { headers })
      await reply.arrayBuffer()
      const took_ms = performance.now() - begun_at
      if (took_ms > answerWithin_ms) environment.broken('other', `an answer took ${Math.round(took_ms)} ms`)
      if (reply.status >= 500 && reply.status !== 503)
        environment.broken('other', `without the database a node answered ${reply.status}`)
      if (reply.status === 503) environment.note('503 while the database was away', took_ms, 'ms')
      await sleep(100)
    }
  })
  return async () => {
    isOver = true
    await Promise.all(asking)
  }
}

/** The database server is restarted. */
export const databaseRestarts: Fault = {
  id: 'F3',
  name: 'the database restarts',
  applies: (environment) => onPostgres(environment) && environment.restartDatabase !== undefined,
  async run(environment) {
    const end = probe(environment)
    await environment.restartDatabase?.()
    const up_at = performance.now()
    await end()
    return up_at
  },
}

/** Connections to the database stay open without responses. */
export const databaseFreezes: Fault = {
  id: 'F3',
  name: 'the database stands still',
  applies: onPostgres,
  async run(environment) {
    const proxies = environment.nodes_running.flatMap(({ database }) => database ?? [])
    const end = probe(environment)
    for (const proxy of proxies) proxy.freeze(true)
    await sleep(environment.isLong ? longFreeze_ms : between(environment, ...freeze_ms))
    for (const proxy of proxies) proxy.freeze(false)
    const over_at = performance.now()
    await end()
    return over_at
  },
}

/** The database closes all its connections. */
export const databaseCuts: Fault = {
  id: 'F3',
  name: 'every connection to the database breaks',
  applies: onPostgres,
  async run(environment) {
    for (const { database } of environment.nodes_running) database?.cut()
  },
}

/** A lock blocks every sender until the pool is exhausted. */
export const poolExhausted: Fault = {
  id: 'F3',
  name: 'every place of the pool waits for a lock',
  applies: onPostgres,
  async run(environment) {
    const seconds = between(environment, 2, 4)
    const end = probe(environment)
    await onServer(
      environment.database_url ?? '',
      'begin',
      'lock table conversation in access exclusive mode',
      `select pg_sleep(${seconds})`,
      'commit',
    )
    const over_at = performance.now()
    await end()
    return over_at
  },
}
