import type { TestEnvironment } from './environment.ts'

/** Something that happens to the product while people write and listen. */
export interface Fault {
  /** Its number among the faults that are tried, such as F1. */
  id: string
  /** What happens, in a few words. */
  name: string
  /** Whether it can happen here. */
  applies(environment: WithEnvironment): boolean
  /**
   * Causes the fault and ends it. @returns when it was over (a server that ended is ready again), as
   * `performance.now()`; if undefined, now
   */
  run(environment: TestEnvironment): Promise<number | void>
}
type WithEnvironment = Pick<
  TestEnvironment,
  'database_url' | 'redis_url' | 'nodes' | 'restartDatabase' | 'restartRedis'
>

export const always = () => true
