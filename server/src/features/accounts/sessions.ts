import { Problem, signInsChanged, day_ms, minute_ms } from '@ozvi/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ExpressionBuilder, sql } from 'kysely'
import type { DB } from '#schema'
import type { Config } from '#platform/context/config.ts'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import type { HttpContext } from '#platform/http/guard.ts'
import { browserOf } from '#platform/http/user-agent.ts'
import { anonymizeIp } from '#platform/http/rate-limits.ts'
import { hashToken, newToken } from '#platform/secrets/secrets.ts'

const idle_ms = 14 * day_ms
const absolute_ms = 30 * day_ms
/** Update interval of `last_seen_at`, to avoid a write per request. */
const seenEvery_ms = 10 * minute_ms

const isHttps = (config: Config) => config.app_url.startsWith('https:')
/** The `__Host-` prefix keeps sibling hosts from setting it; browsers accept it only over https. */
const cookieName = (config: Config) => (isHttps(config) ? '__Host-sid' : 'sid')

export const sessionCookie = (config: Config, request: FastifyRequest): string =>
  request.cookies[cookieName(config)] ?? ''

/** Browser and truncated address of a request. */
const clientOf = ({ headers, ip }: FastifyRequest) => ({
  device: browserOf(headers['user-agent']),
  ip_prefix: anonymizeIp(ip),
})

export interface Session {
  id_hash: Buffer
  /** The request's address, truncated for privacy. */
  ip_prefix: string
  active_integration_id: string | null
  /** When the user last signed in or confirmed their identity in this session. */
  confirmed_at: string
  /** Signed in by passkey, which counts as both factors. */
  via_passkey: boolean
  /** Satisfies workspaces that require two factors. */
  has_two_factors: boolean
  /** The workspace whose single sign-on was passed in this session. */
  sso_integration_id: string | null
  /** Neither password nor passkey was given: the session opens that workspace only. */
  is_sso_only: boolean
  user: {
    id: string
    email: string
    name: string
    email_verified_at: string | null
    locale: 'en' | 'sk'
    time_zone: string | null
    avatar_id: string | null
  }
}

/** The condition for sessions that are still valid. */
export const isSessionActive = (eb: ExpressionBuilder<DB, 'session'>, now: number) =>
  eb.and([
    eb('session.last_seen_at', '>', new Date(now - idle_ms).toISOString()),
    eb('session.created_at', '>', new Date(now - absolute_ms).toISOString()),
  ])

/** The session of a cookie; undefined if unknown, idle too long or expired. */
export async function findSession(ctx: Context, request: FastifyRequest): Promise<Session | undefined> {
  const cookie = sessionCookie(ctx.config, request)
  if (!cookie) return undefined
  const now = ctx.now()
  const row = await ctx.db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .where('id_hash', '=', hashToken(cookie))
    .where((eb) => isSessionActive(eb, now))
    .select([
      'id_hash',
      'active_integration_id',
      'last_seen_at',
      'confirmed_at',
      'via_passkey',
      'sso_integration_id',
      'is_sso_only',
      'app_user.id',
      // for an unconfirmed account: the address it was last corrected to
      sql<string>`coalesce(requested_email, email)`.as('email'),
      'name',
      'email_verified_at',
      'locale',
      'time_zone',
      'avatar_id',
    ])
    .select(({ and, or, not, ref, exists, selectFrom }) =>
      or([
        ref('via_passkey'),
        and([
          // A provider's sign-in asks for no code of ours.
          not(ref('is_sso_only')),
          exists(
            selectFrom('totp')
              .whereRef('totp.user_id', '=', 'session.user_id')
              .where('confirmed_at', 'is not', null)
              .select('totp.user_id'),
          ),
        ]),
      ])
        .$castTo<boolean>()
        .as('has_two_factors'),
    )
    .executeTakeFirst()
  if (!row) return undefined
  const {
    id_hash,
    active_integration_id,
    has_two_factors,
    last_seen_at,
    confirmed_at,
    via_passkey,
    ...rest
  } = row
  const { sso_integration_id, is_sso_only, ...user } = rest
  const client = clientOf(request)
  if (now - Date.parse(last_seen_at) > seenEvery_ms) {
    await ctx.transaction((tx) =>
      tx
        .updateTable('session')
        .set({ last_seen_at: new Date(now).toISOString(), ...client })
        .where('id_hash', '=', id_hash)
        .execute(),
    )
  }
  return {
    id_hash,
    ip_prefix: client.ip_prefix,
    active_integration_id,
    confirmed_at,
    via_passkey,
    has_two_factors,
    sso_integration_id,
    is_sso_only,
    user,
  }
}

export type FormerSession = Partial<
  Pick<Session, 'via_passkey' | 'confirmed_at' | 'sso_integration_id' | 'is_sso_only'>
>

/**
 * Starts a session and sets its cookie.
 *
 * @param former the session that continues under a new id; a sign-in by default
 */
export async function startSession(
  ctx: Context,
  tx: Tx,
  { request, reply }: Pick<HttpContext, 'request' | 'reply'>,
  user_id: string,
  former: FormerSession = {},
): Promise<string> {
  const token = newToken()
  const now = isoNow(ctx)
  const { via_passkey = false, confirmed_at = now, sso_integration_id = null, is_sso_only = false } = former
  await tx
    .insertInto('session')
    .values((eb) => ({
      id_hash: hashToken(token),
      user_id,
      // the workspace that was active in the last session
      active_integration_id: eb
        .selectFrom('app_user')
        .innerJoin('member', (join) =>
          join
            .onRef('member.user_id', '=', 'app_user.id')
            .onRef('member.integration_id', '=', 'app_user.last_integration_id'),
        )
        .where('app_user.id', '=', user_id)
        .select('member.integration_id'),
      created_at: now,
      last_seen_at: now,
      confirmed_at,
      via_passkey,
      sso_integration_id,
      is_sso_only,
      ...clientOf(request),
    }))
    .execute()
  tx.emit(signInsChanged, { user_id })
  reply.setCookie(cookieName(ctx.config), token, {
    path: '/',
    httpOnly: true,
    secure: isHttps(ctx.config),
    sameSite: 'lax',
    maxAge: absolute_ms / 1000,
  })
  return token
}

/**
 * The account's own credential was given, so a session of single sign-on is no longer limited to its workspace.
 *
 * @throws Problem `unauthenticated` if the session has ended in the meantime
 */
export async function confirmSession(
  tx: Tx,
  { id_hash, is_sso_only, user }: Session,
  now: number,
): Promise<void> {
  const confirmed = await tx
    .updateTable('session')
    .set({ confirmed_at: new Date(now).toISOString(), is_sso_only: false })
    .where('id_hash', '=', id_hash)
    .returning('id')
    .executeTakeFirst()
  if (!confirmed) throw new Problem('unauthenticated')
  if (is_sso_only) tx.reauthorize(user.id)
}

export async function endSession(
  ctx: Context,
  tx: Tx,
  reply: FastifyReply,
  { id_hash, user }: Session,
): Promise<void> {
  await tx.deleteFrom('session').where('id_hash', '=', id_hash).execute()
  tx.emit(signInsChanged, { user_id: user.id })
  tx.reauthorize(user.id)
  reply.clearCookie(cookieName(ctx.config), { path: '/' })
}

/** Ends all sessions of the user, or all except one, and closes their sockets. */
export async function endSessions(tx: Tx, user_id: string, except_hash?: Buffer): Promise<void> {
  const sessions = tx.deleteFrom('session').where('user_id', '=', user_id)
  await (except_hash ? sessions.where('id_hash', '!=', except_hash) : sessions).execute()
  tx.emit(signInsChanged, { user_id })
  tx.reauthorize(user_id)
}

/** Ends the sessions that passed a workspace's single sign-on, of one user or of all users, except the session `except_hash`. */
export async function endSsoSessions(
  tx: Tx,
  integration_id: string,
  user_id?: string,
  except_hash?: Buffer,
): Promise<void> {
  let sessions = tx.deleteFrom('session').where('sso_integration_id', '=', integration_id)
  if (user_id !== undefined) sessions = sessions.where('user_id', '=', user_id)
  if (except_hash) sessions = sessions.where('id_hash', '!=', except_hash)
  const ended = await sessions.returning('user_id').execute()
  for (const id of new Set(ended.map((session) => session.user_id))) {
    tx.emit(signInsChanged, { user_id: id })
    tx.reauthorize(id)
  }
}

/** Clears the single sign-on of a session; it stays signed in. */
export async function stopSsoSession(
  tx: Tx,
  { id_hash, user }: Session,
  integration_id: string,
): Promise<void> {
  await tx
    .updateTable('session')
    .set({ sso_integration_id: null })
    .where('id_hash', '=', id_hash)
    .where('sso_integration_id', '=', integration_id)
    .execute()
  tx.reauthorize(user.id)
}

/** Deletes expired sessions and closes their remaining sockets. */
export async function deleteOldSessions(tx: Tx, now: number): Promise<void> {
  const ended = await tx
    .deleteFrom('session')
    .where((eb) =>
      eb.or([
        eb('last_seen_at', '<', new Date(now - idle_ms).toISOString()),
        eb('created_at', '<', new Date(now - absolute_ms).toISOString()),
      ]),
    )
    .returning('user_id')
    .execute()
  for (const user_id of new Set(ended.map((session) => session.user_id))) tx.reauthorize(user_id)
}
