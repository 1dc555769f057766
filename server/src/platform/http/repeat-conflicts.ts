import type { Context, Tx } from '../context/context.ts'
import { isConflictError } from '../database/index.ts'

const attemptsMax = 3

/**
 * The context of requests: a transaction that conflicts with another one runs again. PostgreSQL ends one of several
 * that wait for each other. One that refers to a deleted row finds it missing the second time. Jobs have retries of
 * their own.
 */
export function repeatingConflicts(ctx: Context): Context {
  async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++)
      try {
        return await ctx.transaction(work)
      } catch (error) {
        if (attempt === attemptsMax || !isConflictError(error)) throw error
        ctx.log.warn({ err: error, attempt }, 'http: transaction conflicted, retrying')
      }
  }
  return { ...ctx, transaction }
}
