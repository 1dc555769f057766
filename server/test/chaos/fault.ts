import type { Stage } from './stage.ts'

/** Something that happens to the product while people write and listen. */
export interface Fault {
  /** Its number among the faults that are tried, such as F1. */
  id: string
  /** What happens, in a few words. */
  name: string
  /** Whether it can happen here. */
  applies(stage: Surround): boolean
  /**
   * Lets it happen, and ends it.
   *
   * @returns when it was over (a server that ended is ready again), as `performance.now()` tells; now where
   * nothing is returned
   */
  run(stage: Stage): Promise<number | void>
}
type Surround = Pick<Stage, 'database_url' | 'redis_url' | 'nodes' | 'restartDatabase' | 'restartRedis'>

export const always = () => true
