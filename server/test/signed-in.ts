import { hashPassword, insertUser } from '#features/accounts'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { hashToken, newToken } from '#platform/secrets/secrets.ts'

export const seedPassword = 'correct horse battery'
const password_hash = hashPassword(seedPassword)

/**
 * Inserts a user with a verified address and a session, as signing up and opening the mailed link do; those take
 * five times as long, and most tests aren't about them.
 *
 * @returns the user, and the value of the session's cookie
 */
export async function insertSignedIn(ctx: Context, { name, email }: { name: string; email: string }) {
  const at = isoNow(ctx)
  const token = newToken()
  const hash = await password_hash
  const user = await ctx.transaction(async (tx) => {
    const fields = { name, email, password_hash: hash, locale: 'en', email_verified_at: at } as const
    const inserted = await insertUser(tx, fields)
    if (!inserted) throw new Error(`${email} is taken`)
    await tx
      .insertInto('session')
      .values({
        id_hash: hashToken(token),
        user_id: inserted.id,
        created_at: at,
        last_seen_at: at,
        confirmed_at: at,
        device: '',
        ip_prefix: '',
      })
      .execute()
    return inserted
  })
  return { user, cookie: token }
}
