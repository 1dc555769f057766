import type { QueueLimits } from './fair-queue.ts'

export interface LoadLimits extends QueueLimits {
  /** Event loop delay over the last half second above which queueable requests are rejected. */
  loop_delay_max_ms: number
}
export const loadDefaults: LoadLimits = {
  running_max: 16,
  waiting_max: 1_000,
  wait_max_ms: 3_000,
  loop_delay_max_ms: 1_000,
}
