import { setTimeout as sleep } from 'node:timers/promises'
import { onServer } from '../../postgres-server.ts'
import type { Fault } from '../fault.ts'
import { between, pick, type TestEnvironment } from '../environment.ts'

const lasts_ms = [2_000, 6_000] as const
const longCut_ms = 30_000
/** The bus reconnects automatically, so it is cut this many times. */
const again_ms = 100

const length = (environment: TestEnvironment) =>
  environment.isLong ? longCut_ms : between(environment, ...lasts_ms)

/** One node is cut off from the bus while its clients continue. */
export const busCut: Fault = {
  id: 'F5',
  name: 'one of two nodes is cut off the bus',
  applies: ({ nodes, redis_url }) => (nodes ?? 1) > 1 && Boolean(redis_url),
  async run(environment) {
    const { redis } = pick(environment, environment.nodes_running)
    const isSilent = environment.random() < 0.5
    if (isSilent) redis?.freeze(true)
    else redis?.refuse(true)
    await sleep(length(environment))
    redis?.freeze(false)
    redis?.refuse(false)
  },
}

/**
 * All nodes are cut off from each other if the database is their bus. Only these connections are closed; other queries
 * work.
 */
export const notifyCut: Fault = {
  id: 'F5',
  name: 'nodes can’t reach each other through the database',
  applies: ({ nodes, redis_url }) => (nodes ?? 1) > 1 && !redis_url,
  async run(environment) {
    const end = performance.now() + length(environment)
    while (performance.now() < end) {
      await onServer(
        environment.database_url ?? '',
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ozvi bus'",
      )
      await sleep(again_ms)
    }
  },
}
