import { type Webhook, type WebhookEvent, webhookEvents } from '@ozvi/contract'
import { type RawBuilder, sql } from 'kysely'
import { hasRight } from '#features/integrations'
import type { Db, Tx } from '#platform/context/context.ts'

export interface Key {
  integration_id: string
  webhook_id: string
}
const ofEndpoint = ({ integration_id, webhook_id }: Key) =>
  sql`integration_id = ${integration_id} and endpoint_id = ${webhook_id}`

const isEvent = (name: string): name is WebhookEvent => webhookEvents.some((event) => event === name)

function stateOf({
  is_on,
  paused_at,
  failing_since,
}: Pick<Endpoint, 'is_on' | 'paused_at' | 'failing_since'>): Webhook['state'] {
  if (!is_on) return 'off'
  if (paused_at) return 'paused'
  return failing_since ? 'failing' : 'delivering'
}

export async function listWebhooks(db: Db, integration_id: string, now: string): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhook_endpoint')
    .where('integration_id', '=', integration_id)
    .select([
      'id',
      'integration_id',
      'url',
      'events',
      'is_on',
      'paused_at',
      'failing_since',
      'problem',
      'previous_until',
      'created_at',
    ])
    .select((eb) =>
      eb
        .selectFrom('webhook_message')
        .whereRef('webhook_message.integration_id', '=', 'webhook_endpoint.integration_id')
        .whereRef('webhook_message.endpoint_id', '=', 'webhook_endpoint.id')
        .where('state', '=', 'waiting')
        .select(sql<number>`count(*)::int`.as('count'))
        .$asScalar()
        .$notNull()
        .as('waiting'),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ events, paused_at, previous_until, ...row }) => ({
    ...row,
    events: events.filter(isEvent),
    state: stateOf({ ...row, paused_at }),
    previous_secret_until:
      previous_until && Date.parse(previous_until) > Date.parse(now) ? previous_until : null,
  }))
}

export async function countEndpoints(db: Db, integration_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_endpoint')
    .where('integration_id', '=', integration_id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const findEndpoint = (db: Db, { integration_id, webhook_id }: Key) =>
  db
    .selectFrom('webhook_endpoint')
    .where('integration_id', '=', integration_id)
    .where('id', '=', webhook_id)
    .selectAll()
    .executeTakeFirst()
export type Endpoint = NonNullable<Awaited<ReturnType<typeof findEndpoint>>>

export const insertEndpoint = (
  tx: Tx,
  row: Pick<Endpoint, 'integration_id' | 'id' | 'url' | 'events' | 'secret_sealed' | 'created_at'>,
) => tx.insertInto('webhook_endpoint').values(row).execute()

export const updateEndpoint = (
  tx: Tx,
  { integration_id, webhook_id }: Key,
  changes: Partial<Omit<Endpoint, 'integration_id' | 'id'>>,
) =>
  tx
    .updateTable('webhook_endpoint')
    .set(changes)
    .where('integration_id', '=', integration_id)
    .where('id', '=', webhook_id)
    .execute()

/** Clears the failures of an address that works again. */
export const withoutFailures = {
  failures: 0,
  failing_since: null,
  next_try_at: null,
  paused_at: null,
  problem: null,
} as const

export const deleteEndpoint = (tx: Tx, { integration_id, webhook_id }: Key) =>
  tx
    .deleteFrom('webhook_endpoint')
    .where('integration_id', '=', integration_id)
    .where('id', '=', webhook_id)
    .returning('url')
    .executeTakeFirst()

/** Addresses that want one of the events, as JSON: `[{"id": …, "events": […]}]`, or null. */
export const listenersOf = (
  integration_id: string,
  events: readonly string[],
): RawBuilder<Listener[] | null> =>
  sql`(select json_agg(json_build_object('id', id, 'events', events)) from webhook_endpoint
    where integration_id = ${integration_id} and is_on and events && ${events}::text[])`
export interface Listener {
  id: string
  events: string[]
}
export const findListeners = async (db: Db, integration_id: string, events: readonly string[]) =>
  (await db.selectNoFrom(listenersOf(integration_id, events).as('listeners')).executeTakeFirst())
    ?.listeners ?? []

export interface NewDelivery {
  integration_id: string
  endpoint_id: string
  subject_id: string
  event: string
  body: string
  created_at: string
}
export const insertDelivery = (
  tx: Tx,
  row: NewDelivery & { state?: string; attempts?: number },
): Promise<{ id: string }> =>
  tx.insertInto('webhook_message').values(row).returning('id').executeTakeFirstOrThrow()

/** The oldest waiting delivery of each subject that is due, oldest first. */
export const listDue = async (db: Db, key: Key, now: string, limit: number) =>
  (
    await sql<{ id: string; body: string; attempts: number; created_at: string; event: string }>`
      select id, body, attempts, created_at, event from (
        select distinct on (subject_id) id, seq, body, attempts, created_at, event, next_try_at
        from webhook_message where ${ofEndpoint(key)} and state = 'waiting' order by subject_id, seq
      ) as first where next_try_at is null or next_try_at <= ${now} order by seq limit ${limit}`.execute(db)
  ).rows

/** When the next waiting delivery is due; undefined if none waits, null for now. */
export async function nextDue(db: Db, key: Key): Promise<string | null | undefined> {
  const { rows } = await sql<{ at: string | null }>`
    select min(next_try_at) filter (where next_try_at is not null) as at, bool_or(next_try_at is null) as is_now
    from (select distinct on (subject_id) next_try_at from webhook_message
      where ${ofEndpoint(key)} and state = 'waiting' order by subject_id, seq) as first
    having count(*) > 0`.execute(db)
  const [row] = rows as { at: string | null; is_now: boolean }[]
  return row && (row.is_now ? null : row.at)
}

export interface Sent {
  state: 'waiting' | 'delivered' | 'failed'
  attempts: number
  status: number | null
  problem: string | null
  answer: string | null
  took_ms: number
  sent_at: string
  next_try_at: string | null
}
export const saveSent = (tx: Tx, { integration_id, webhook_id }: Key, id: string, sent: Sent) =>
  tx
    .updateTable('webhook_message')
    .set(sent)
    .where('integration_id', '=', integration_id)
    .where('endpoint_id', '=', webhook_id)
    .where('id', '=', id)
    .execute()

/** Makes everything that waits due now. */
export const retryNow = (tx: Tx, key: Key) =>
  sql`update webhook_message set next_try_at = null where ${ofEndpoint(key)} and state = 'waiting'
    and next_try_at is not null`.execute(tx)

/** Gives up the oldest waiting deliveries beyond the limit. */
export const trimWaiting = (tx: Tx, key: Key, max: number) =>
  sql`update webhook_message set state = 'failed', problem = 'queue_full' where ${ofEndpoint(key)}
    and state = 'waiting' and seq <= (select seq from webhook_message where ${ofEndpoint(key)}
      and state = 'waiting' order by seq desc offset ${max} limit 1)`.execute(tx)

const deliveryColumns = [
  'id',
  'event',
  'state',
  'attempts',
  'body',
  'status',
  'problem',
  'answer',
  'took_ms',
  'created_at',
  'sent_at',
  'next_try_at',
] as const
const deliveries = (db: Db, { integration_id, webhook_id }: Key) =>
  db
    .selectFrom('webhook_message')
    .where('integration_id', '=', integration_id)
    .where('endpoint_id', '=', webhook_id)
    .select(deliveryColumns)
    .select(['subject_id', sql<string>`seq::text`.as('place')])

/** Newest first. */
export const listDeliveries = (db: Db, key: Key, before: string | undefined, limit: number) =>
  deliveries(db, key)
    .$if(before !== undefined, (query) => query.where(sql<boolean>`seq < ${before}::bigint`))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
export const findDelivery = (db: Db, key: Key, id: string) =>
  deliveries(db, key).where('id', '=', id).executeTakeFirst()

export const deleteSettledBefore = (tx: Tx, at: string) =>
  sql`delete from webhook_message where created_at < ${at} and state <> 'waiting'`.execute(tx)

/** Deletes what was sent, or waits to be sent, about conversations or contacts. */
export const deleteAbout = (tx: Tx, integration_id: string, subject_ids: readonly string[]) =>
  sql`delete from webhook_message where integration_id = ${integration_id}
    and subject_id = any(${subject_ids}::uuid[])`.execute(tx)

/** Members who can change webhooks. */
export const listManagers = (db: Db, integration_id: string) =>
  db
    .selectFrom('member')
    .innerJoin('app_user', 'app_user.id', 'member.user_id')
    .innerJoin('integration', 'integration.id', 'member.integration_id')
    .where('member.integration_id', '=', integration_id)
    .where(hasRight('settings.manage'))
    .select(['app_user.email', 'app_user.name', 'app_user.locale', 'integration.name as workspace'])
    .execute()
