import * as z from 'zod/mini'
import type { Tx } from '../context/context.ts'
import { defineJob } from '../jobs/index.ts'

/** Deletes the rows of periods that are over. */
export const deleteExpiredCountsJob = defineJob('rate_limits.tidy', z.object({}))

export const deleteExpired = (tx: Tx) =>
  tx.deleteFrom('rate_limit').where('expire', '<', Date.now()).execute()
