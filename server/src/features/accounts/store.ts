import type { Locale } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context.ts'
import { hashToken, newToken } from '#platform/secrets.ts'

const columns = ['id', 'name', 'email', 'email_verified_at', 'locale'] as const

export const findUserByEmail = (db: Db, email: string) =>
  db
    .selectFrom('app_user')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .select([...columns, 'password_hash'])
    .executeTakeFirst()

export const findPasswordHash = async (db: Db, id: string) =>
  (await db.selectFrom('app_user').where('id', '=', id).select('password_hash').executeTakeFirst())
    ?.password_hash ?? null

/** `undefined` when the address belongs to another account, whatever its case. */
export const insertUser = (
  tx: Tx,
  user: { name: string; email: string; password_hash: string; locale: Locale },
) =>
  tx
    .insertInto('app_user')
    .values(user)
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning(columns)
    .executeTakeFirst()

/** `undefined` when the address belongs to another account. */
export const updateEmail = (tx: Tx, id: string, email: string, verified_at: string | null) =>
  tx
    .updateTable('app_user')
    .set({ email, email_verified_at: verified_at })
    .where('id', '=', id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('app_user as other')
            .where(sql`lower(other.email)`, '=', email.toLowerCase())
            .where('other.id', '!=', id)
            .select('other.id'),
        ),
      ),
    )
    .returning(columns)
    .executeTakeFirst()

/** The first proof counts: the time of an earlier one stays. */
export const markVerified = (tx: Tx, id: string, email: string, at: string) =>
  tx
    .updateTable('app_user')
    .set((eb) => ({
      email_verified_at: eb.fn.coalesce('email_verified_at', sql<string>`${at}::timestamptz`),
    }))
    .where('id', '=', id)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .returning(columns)
    .executeTakeFirst()

export const updatePassword = (tx: Tx, id: string, password_hash: string) =>
  tx.updateTable('app_user').set({ password_hash }).where('id', '=', id).execute()

export type MailPurpose = 'verify_email' | 'change_email' | 'reset_password'

/** Makes a link's secret; earlier ones of the same purpose stop working. */
export async function putMailToken(
  tx: Tx,
  token: { user_id: string; purpose: MailPurpose; email: string; expires_at: string },
): Promise<string> {
  const secret = newToken()
  await deleteMailTokens(tx, token.user_id, token.purpose)
  await tx
    .insertInto('mail_token')
    .values({ ...token, token_hash: hashToken(secret) })
    .execute()
  return secret
}
export const deleteMailTokens = (tx: Tx, user_id: string, purpose: MailPurpose) =>
  tx.deleteFrom('mail_token').where('user_id', '=', user_id).where('purpose', '=', purpose).execute()

/** Takes a link's secret out, so that of many at once exactly one succeeds. */
export const takeMailToken = (tx: Tx, secret: string, purposes: readonly MailPurpose[], now: string) =>
  tx
    .deleteFrom('mail_token')
    .where('token_hash', '=', hashToken(secret))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now)
    .returning(['user_id', 'email', 'purpose'])
    .executeTakeFirst()
