import type { TestEnvironment } from './environment.ts'

/** A fault to cause while people send and receive. */
export interface Fault {
  /** Its number among the selectable faults, such as F1. */
  id: string
  /** A short description. */
  name: string
  /** Whether it is possible in this environment. */
  applies(environment: WithEnvironment): boolean
  /**
   * Causes the fault and ends it. @returns when it ended (a restarted server is ready), as `performance.now()`; if
   * undefined, now
   */
  run(environment: TestEnvironment): Promise<number | void>
}
type WithEnvironment = Pick<
  TestEnvironment,
  'database_url' | 'redis_url' | 'nodes' | 'restartDatabase' | 'restartRedis'
>

export const always = () => true
