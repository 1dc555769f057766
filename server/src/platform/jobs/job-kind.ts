import type { Schema } from '@ozvi/contract'

/** How a queue treats its jobs. Times are in whole seconds. */
export interface JobOptions {
  /** Runs after the first; 4 by default, so that a job is claimed five times at most. */
  retry_limit?: number
  /** Pause before the second run; doubles with each further one. 5 by default. */
  retry_delay_s?: number
  /** A job whose process stays silent for this long is given to another; 10 or more, 15 by default. */
  heartbeat_s?: number
  /** A run that takes longer is given up and counts as failed; 300 by default. */
  expire_s?: number
  /**
   * Runs at once in one process; 1 by default. With more, a workspace has at most these, in all processes, but where
   * several claim at the same moment; there is one run more, so others do not wait for whoever has much in line.
   */
  concurrency?: number
  /** At most one waits and one runs, per `singleton_key`; further ones are not added. */
  singleton?: boolean
  /** One runs at a time, in whatever process; the oldest first, but where two processes claim at the same moment. */
  in_turn?: boolean
  /** Given up as soon as the process stops, since the next run goes on where this one was. */
  yields?: boolean
}

/** A kind of job: its name, the shape of its data, and how it is treated. */
export interface JobKind<D extends Schema = Schema> extends Required<JobOptions> {
  name: string
  data: D
}

/** Whether workspaces share the runs of a kind. */
export const isShared = ({ concurrency, singleton, in_turn }: JobKind): boolean =>
  concurrency > 1 && !singleton && !in_turn

/**
 * Declares a kind of job. The name is for ever: rows that wait in the database bear it.
 * Runs may repeat (a process can die after the work and before the note of it), so handlers are idempotent.
 */
export const defineJob = <D extends Schema>(name: string, data: D, options: JobOptions = {}): JobKind<D> => ({
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
