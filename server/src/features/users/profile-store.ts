import type { Locale, Profile } from '@ozvi/contract'
import type { Db, Tx } from '#platform/context/context.ts'

export const getProfile = (db: Db, user_id: string): Promise<Profile> =>
  db
    .selectFrom('app_user')
    .where('id', '=', user_id)
    .select(['name', 'time_zone', 'avatar_id', 'locale'])
    .executeTakeFirstOrThrow()

export const updateUser = (
  tx: Tx,
  user_id: string,
  fields: {
    name?: string
    time_zone?: string | null
    locale?: Locale
    avatar_id?: string | null
    avatar_key?: string | null
  },
) => tx.updateTable('app_user').set(fields).where('id', '=', user_id).execute()

/** Serializes changes: a second one finds and removes the first picture. */
export const lockAvatar = (tx: Tx, user_id: string) =>
  tx
    .selectFrom('app_user')
    .where('id', '=', user_id)
    .select('avatar_key')
    .forUpdate()
    .executeTakeFirstOrThrow()

export const findAvatarKey = async (db: Db, avatar_id: string): Promise<string | null> =>
  (await db.selectFrom('app_user').where('avatar_id', '=', avatar_id).select('avatar_key').executeTakeFirst())
    ?.avatar_key ?? null
