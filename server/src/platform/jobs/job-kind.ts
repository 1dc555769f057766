import type { Schema } from '@ozvi/contract'

/** How a queue treats its jobs. Times are in whole seconds. */
export interface JobOptions {
  /** Number of retries; 4 by default, so a job is claimed five times at most. */
  retry_limit?: number
  /** Delay before the first retry; doubles with each one. 5 by default. */
  retry_delay_s?: number
  /** A job whose process sends no heartbeat for this long is claimed by another; at least 10, 15 by default. */
  heartbeat_s?: number
  /** A run that takes longer is aborted and counts as failed; 300 by default. */
  expire_s?: number
  /**
   * Concurrent runs in one process; 1 by default. Above 1, each workspace is limited to this number across
   * all processes (except when several claim at the same moment), and one more run is allowed, so that others
   * needn't wait for a workspace with many jobs.
   */
  concurrency?: number
  /** At most one waiting and one running job per `singleton_key`; further ones aren't added. */
  singleton?: boolean
  /**
   * One run at a time across all processes, oldest first (except when two processes claim at the same
   * moment).
   */
  in_turn?: boolean
  /** Aborted as soon as the process stops, because the next run continues where it left off. */
  yields?: boolean
}

/** A kind of job: its name, the schema of its data, and its options. */
export interface JobDefinition<D extends Schema = Schema> extends Required<JobOptions> {
  name: string
  data: D
}

/** Whether the runs of a kind are shared between workspaces. */
export const isShared = ({ concurrency, singleton, in_turn }: JobDefinition): boolean =>
  concurrency > 1 && !singleton && !in_turn

/**
 * Defines a kind of job. The name must never change: queued rows contain it. Runs may repeat (a process can
 * die between the work and its acknowledgement), so handlers must be idempotent.
 */
export const defineJob = <D extends Schema>(
  name: string,
  data: D,
  options: JobOptions = {},
): JobDefinition<D> => ({
  name,
  data,
  retry_limit: 4,
  retry_delay_s: 5,
  heartbeat_s: 15,
  expire_s: 300,
  concurrency: 1,
  singleton: false,
  in_turn: false,
  yields: false,
  ...options,
})
