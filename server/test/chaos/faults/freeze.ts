import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '../fault.ts'
import { between, pick } from '../environment.ts'

/** Suspends the process with its embedded database, like a suspended machine. */
export const standStill: Fault = {
  id: 'F3',
  name: 'the process stands still',
  applies: ({ database_url }) => !database_url,
  async run(environment) {
    const { server } = pick(environment, environment.nodes_running)
    server.child.kill('SIGSTOP')
    await sleep(between(environment, 500, environment.isLong ? 10_000 : 3_000))
    server.child.kill('SIGCONT')
  },
}
