import type { NotificationKind, PushDevice } from '@ozvi/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import type { DB } from '#schema'
import { contactOf, isStillVisible, type MemberKey, actorName } from './store.ts'

export interface DeviceKey {
  integration_id: string
  device_id: string
}
const fingerprint = sql<string>`encode(endpoint_hash, 'hex')`.as('fingerprint')
const columns = ['id', 'name', 'created_at', 'pushed_at'] as const
const ownedBy =
  ({ integration_id, user_id }: MemberKey) =>
  ({ and, eb }: ExpressionBuilder<DB, 'push_device'>) =>
    and([eb('integration_id', '=', integration_id), eb('user_id', '=', user_id)])

export const listDevices = (db: Db, key: MemberKey): Promise<PushDevice[]> =>
  db
    .selectFrom('push_device')
    .where(ownedBy(key))
    .select([...columns, fingerprint])
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export interface NewDevice extends MemberKey {
  session_hash: Buffer
  endpoint_hash: Buffer
  endpoint: string
  p256dh: string
  auth: string
  created_at: string
}
/** Replaces the previous entry of this browser, also of another user. */
export async function upsertDevice(tx: Tx, device: NewDevice, most: number): Promise<PushDevice> {
  await tx
    .deleteFrom('push_device')
    .where('endpoint_hash', '=', device.endpoint_hash)
    .where('user_id', '<>', device.user_id)
    .execute()
  const updated = await tx
    .insertInto('push_device')
    .values((eb) => ({
      ...device,
      name: eb.selectFrom('session').where('id_hash', '=', device.session_hash).select('device'),
    }))
    .onConflict((conflict) =>
      conflict.columns(['integration_id', 'endpoint_hash']).doUpdateSet((eb) => ({
        session_hash: eb.ref('excluded.session_hash'),
        p256dh: eb.ref('excluded.p256dh'),
        auth: eb.ref('excluded.auth'),
        name: eb.ref('excluded.name'),
      })),
    )
    .returning([...columns, fingerprint])
    .executeTakeFirstOrThrow()
  await tx
    .deleteFrom('push_device')
    .where(ownedBy(device))
    .where('id', '<>', updated.id)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('push_device')
        .where(ownedBy(device))
        .where('id', '<>', updated.id)
        .select('id')
        .orderBy(sql`coalesce(pushed_at, created_at)`, 'desc')
        .limit(most - 1),
    )
    .execute()
  return updated
}

/** @returns whether it existed */
export const deleteDevice = async (
  tx: Tx,
  { integration_id, device_id }: DeviceKey,
  user_id: string,
): Promise<boolean> =>
  (await tx
    .deleteFrom('push_device')
    .where(ownedBy({ integration_id, user_id }))
    .where('id', '=', device_id)
    .returning('id')
    .executeTakeFirst()) !== undefined

export const recordPush = (tx: Tx, { integration_id, device_id }: DeviceKey, pushed_at: string) =>
  tx
    .updateTable('push_device')
    .set({ pushed_at })
    .where('integration_id', '=', integration_id)
    .where('id', '=', device_id)
    .execute()

/** Owner and endpoint of a browser; undefined once it is gone. */
export const findDevice = (db: Db, { integration_id, device_id }: DeviceKey) =>
  db
    .selectFrom('push_device')
    .where('integration_id', '=', integration_id)
    .where('id', '=', device_id)
    .select(['user_id', 'endpoint', 'p256dh', 'auth'])
    .executeTakeFirst()

/** Browsers of these members. */
export const listDeviceIds = (db: Db, integration_id: string, user_ids: readonly string[]) =>
  user_ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('push_device')
        .where('integration_id', '=', integration_id)
        .where('user_id', 'in', user_ids)
        .select(['id', 'user_id'])
        .execute()

/** The notification of a push; undefined once it is read, deleted, or no longer visible to them. */
export const findUnread = (db: Db, { integration_id, user_id }: MemberKey, notice_id: string) =>
  db
    .selectFrom('notification')
    .where('integration_id', '=', integration_id)
    .where('user_id', '=', user_id)
    .where('id', '=', notice_id)
    .where('read_at', 'is', null)
    .where(isStillVisible)
    .select(['kind', 'count', 'number', 'preview', 'conversation_id', 'suggestion_id', 'topic'])
    .select([actorName, contactOf])
    .$narrowType<{ kind: NotificationKind }>()
    .executeTakeFirst()
export const countUnread = async (db: Db, { integration_id, user_id }: MemberKey): Promise<number> =>
  (
    await db
      .selectFrom('notification')
      .where('integration_id', '=', integration_id)
      .where('user_id', '=', user_id)
      .where('read_at', 'is', null)
      .where(isStillVisible)
      .select(({ fn }) => fn.countAll<number>().as('unread'))
      .executeTakeFirstOrThrow()
  ).unread
