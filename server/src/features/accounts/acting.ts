import type { Context, Tx } from '#platform/context/context.ts'
import type { HttpContext } from '#platform/http/guard.ts'
import { anonymizeIp } from '#platform/http/rate-limits.ts'
import { type FormerSession, startSession } from './sessions.ts'

/** The actor of an audit entry for requests without a session. */
export const actorOf = ({ id, name }: { id: string; name: string }, { request }: HttpContext) => ({
  user_id: id,
  name,
  ip_prefix: anonymizeIp(request.ip),
})

/**
 * Gives this browser a new session id and CSRF token.
 *
 * @param former the session that continues under the new id; a sign-in by default
 */
export async function renewSession(
  ctx: Context,
  tx: Tx,
  exchange: HttpContext,
  user_id: string,
  former?: FormerSession,
): Promise<void> {
  exchange.issueCsrf(await startSession(ctx, tx, exchange, user_id, former))
}
