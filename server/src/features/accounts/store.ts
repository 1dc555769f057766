import type { Locale } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import { lockName } from '#platform/database/named-lock.ts'
import { isReserved } from './link-store.ts'

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

/** Locks the row, so that changes of an account's password, address and sessions are serialized. */
export const lockUser = (tx: Tx, id: string) =>
  tx
    .selectFrom('app_user')
    .where('id', '=', id)
    .select([...columns, 'password_hash'])
    .forUpdate()
    .executeTakeFirst()

/**
 * Whether an address belongs to another account, or to someone who can still restore it. No other transaction
 * can take it until the commit.
 */
export async function isTaken(tx: Tx, email: string, now: string, but?: string): Promise<boolean> {
  await lockName(tx, `email:${email.toLowerCase()}`)
  const owner = await findUserByEmail(tx, email)
  return (owner !== undefined && owner.id !== but) || (await isReserved(tx, email, now, but))
}

/** Undefined if the address belongs to another account, ignoring case. */
export const insertUser = (
  tx: Tx,
  user: {
    name: string
    email: string
    password_hash: string
    locale: Locale
    email_verified_at?: string | null
  },
) =>
  tx
    .insertInto('app_user')
    .values(user)
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning(columns)
    .executeTakeFirst()

/** The address an unconfirmed account wants instead; applied with the confirmation. */
export const requestEmail = (tx: Tx, id: string, requested_email: string) =>
  tx.updateTable('app_user').set({ requested_email }).where('id', '=', id).execute()

/** Sets a confirmed address. If it was confirmed before, the earlier time stays. */
export const confirmEmail = (tx: Tx, id: string, email: string, at: string) =>
  tx
    .updateTable('app_user')
    .set({
      email,
      requested_email: null,
      email_verified_at: sql<string>`case when lower(email) = ${email.toLowerCase()}
        then coalesce(email_verified_at, ${at}::timestamptz) else ${at}::timestamptz end`,
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

export const updatePassword = (tx: Tx, id: string, password_hash: string) =>
  tx.updateTable('app_user').set({ password_hash }).where('id', '=', id).execute()
