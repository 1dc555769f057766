import { setTimeout as sleep } from 'node:timers/promises'
import { trueNow } from '../clock.ts'
import { always, type Fault } from '../fault.ts'
import { dump } from '../dump.ts'
import { acknowledged, checkAcknowledged, checkExtras, checkNumbers } from '../oracle.ts'
import { between, pick, type TestEnvironment, until } from '../environment.ts'

/** When a server is killed: at any time, while it publishes the events of a commit, or while it starts. */
export type Ending = 'any_moment' | 'telling' | 'starting'

/** How long it ran before. */
const life_ms = [200, 1_500] as const
/** After the start of its process. */
const startingLife_ms = [50, 1_200] as const
const words: Record<Ending, string> = {
  any_moment: 'kill -9 at any moment',
  telling: 'kill -9 between commit and telling',
  starting: 'kill -9, and once more while starting',
}

/** Kills a server, checks the tables it leaves, and starts the next one. */
export const kill = (ending: Ending): Fault => ({
  id: 'F1',
  name: words[ending],
  applies: always,
  async run(environment) {
    const node = pick(environment, environment.nodes_running)
    await sleep(between(environment, ...life_ms))
    const { server } = node
    if (ending === 'telling') {
      server.child.kill('SIGUSR2')
      await until(() => server.child.signalCode !== null)
    }
    await server.kill()
    if (server.child.signalCode !== 'SIGKILL')
      environment.broken('other', `a server ended by itself:\n${server.complaints()}`)
    const judge = await examine(environment)
    if (ending === 'starting') {
      const starting = node.start()
      await sleep(between(environment, ...startingLife_ms))
      await starting.kill()
    }
    const [ready_ms] = await Promise.all([node.start().ready(), judge()])
    environment.note('ready again after a kill', ready_ms, 'ms')
  },
})

/** @returns a check of the crashed server's tables; it takes as long as a start and runs next to one */
async function examine(environment: TestEnvironment): Promise<() => Promise<void>> {
  const { participants, outboxWatch, nodes_running, data_dir, database_url } = environment
  const killed_at = trueNow()
  const acked = acknowledged(participants)
  const alive = outboxWatch.liveness(participants)
  const contents = await dump({ data_dir, database_url })
  return async () => {
    const tables = await contents()
    const breaches = [
      ...checkAcknowledged(acked, tables),
      ...checkNumbers(tables),
      ...checkExtras(participants, tables),
      // Events that a running node hasn't deleted yet don't count as left behind.
      ...(nodes_running.length === 1 ? outboxWatch.look(tables, alive, killed_at) : []),
    ]
    for (const { kind, what } of breaches) environment.broken(kind, what)
  }
}
