import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import { hashToken, newToken } from '#platform/secrets/secrets.ts'

export type LinkPurpose = 'verify_email' | 'change_email' | 'reset_password' | 'undo_email'

export async function insertToken(
  tx: Tx,
  token: { user_id: string; purpose: LinkPurpose; email: string; created_at: string; expires_at: string },
): Promise<string> {
  const secret = newToken()
  await tx
    .insertInto('mail_token')
    .values({ ...token, token_hash: hashToken(secret) })
    .execute()
  return secret
}

export const deleteTokens = (tx: Tx, user_id: string, purpose: LinkPurpose) =>
  tx.deleteFrom('mail_token').where('user_id', '=', user_id).where('purpose', '=', purpose).execute()

/**
 * Invalidates all links of a user, except those that undo a change of address: they protect against the
 * person who changed it, who can do everything else.
 */
export const deleteAllTokens = (tx: Tx, user_id: string) =>
  tx.deleteFrom('mail_token').where('user_id', '=', user_id).where('purpose', '!=', 'undo_email').execute()

/** Links that undo changes of address made after the one that is undone. */
export const deleteNewerUndoTokens = (tx: Tx, user_id: string, created_at: string) =>
  tx
    .deleteFrom('mail_token')
    .where('user_id', '=', user_id)
    .where('purpose', '=', 'undo_email')
    .where('created_at', '>=', created_at)
    .execute()

const tokenOf = (db: Db, secret: string, purpose: LinkPurpose, now: string) =>
  db
    .selectFrom('mail_token')
    .where('token_hash', '=', hashToken(secret))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .select(['user_id', 'email'])

/** The user a link is for, without consuming it. */
export const findToken = (db: Db, secret: string, purpose: LinkPurpose, now: string) =>
  tokenOf(db, secret, purpose, now).executeTakeFirst()

/** Consumes a link: of several concurrent requests exactly one succeeds. */
export const consumeToken = (tx: Tx, secret: string, purposes: readonly LinkPurpose[], now: string) =>
  tx
    .deleteFrom('mail_token')
    .where('token_hash', '=', hashToken(secret))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now)
    .returning(['user_id', 'email', 'purpose', 'created_at'])
    .executeTakeFirst()

/** Whether the address is reserved for a previous owner who can still undo its change. */
export const isReserved = async (db: Db, email: string, now: string, but?: string): Promise<boolean> =>
  (await db
    .selectFrom('mail_token')
    .where('purpose', '=', 'undo_email')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('expires_at', '>', now)
    .$if(but !== undefined, (query) => query.where('user_id', '!=', but ?? ''))
    .select('user_id')
    .limit(1)
    .executeTakeFirst()) !== undefined
