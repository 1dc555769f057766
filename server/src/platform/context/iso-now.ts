import type { Context } from './context.ts'

/** The current time as in the database and in answers: ISO 8601, UTC. */
export const isoNow = (ctx: Pick<Context, 'now'>): string => new Date(ctx.now()).toISOString()
