import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/context/context.ts'
import type { Limit } from './rate-limits.ts'

/** Wide: visitors of one office share a network, and each page of a website takes a request or two. */
const publicLimit: Limit = { name: 'public', points: 1_200, per_s: 60 }

/**
 * Limits what a network reads from the database without a session: copies of pages, pictures, what the widget
 * loads. Calls of the contract have limits of their own. Must be installed before the routes are mounted.
 */
export function limitPublicReads(app: FastifyInstance, ctx: Pick<Context, 'rates'>): void {
  app.addHook('onRequest', async ({ ip, routeOptions: { config } }) => {
    const isRead = config?.policy === 'public' && config.slot === 'kept' && config.operations !== undefined
    if (isRead) await ctx.rates.takeByNetwork(publicLimit, ip)
  })
}
