import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import { ticketScope } from '../client.ts'
import type { Account } from '../store.ts'

export type ConversationObject = 'note' | 'ticket'
export interface Destination {
  hub_id: string
  sends_notes: boolean
  sends_tickets: boolean
}

/** Where a workspace's conversations are written; null: nowhere. */
export const destinationOf = (integration_id: string): RawBuilder<Destination | null> =>
  sql`(select json_build_object('hub_id', connection.hub_id, 'sends_notes', settings.sends_notes,
      'sends_tickets', settings.sends_tickets and connection.scopes ? ${ticketScope})
    from hubspot_settings settings
    join hubspot_connection connection on connection.integration_id = settings.integration_id
    where settings.integration_id = ${integration_id} and (settings.sends_notes or settings.sends_tickets))`

type ObjectKey = Account & { conversation_id: string; kind: ConversationObject }
const changed = { is_waiting: true, seq: sql<never>`default` }

/** Notes that a conversation has changed. @returns true: it has such an object now */
export async function markWaiting(tx: Tx, key: ObjectKey): Promise<boolean> {
  await tx
    .insertInto('hubspot_conversation')
    .values(key)
    .onConflict((on) =>
      on.columns(['integration_id', 'hub_id', 'conversation_id', 'kind']).doUpdateSet(changed),
    )
    .execute()
  return true
}
/** Like `markWaiting`, if the conversation has such an object. @returns whether it has */
export const markKnownWaiting = async (tx: Tx, key: ObjectKey): Promise<boolean> =>
  (await rowOf(tx, key).set(changed).returning('kind').executeTakeFirst()) !== undefined

export const dropWaiting = (tx: Tx, integration_id: string, kind: ConversationObject) =>
  tx
    .updateTable('hubspot_conversation')
    .set({ is_waiting: false })
    .where('integration_id', '=', integration_id)
    .where('kind', '=', kind)
    .where('is_waiting', '=', true)
    .execute()

const waiting = (db: Db) =>
  db
    .selectFrom('hubspot_conversation as object')
    .innerJoin('conversation', (join) =>
      join
        .onRef('conversation.integration_id', '=', 'object.integration_id')
        .onRef('conversation.id', '=', 'object.conversation_id'),
    )
    // Others wait until their contact is synced.
    .innerJoin('hubspot_contact as link', (join) =>
      join
        .onRef('link.integration_id', '=', 'object.integration_id')
        .onRef('link.hub_id', '=', 'object.hub_id')
        .onRef('link.contact_id', '=', 'conversation.contact_id'),
    )
    .where('object.is_waiting', '=', true)
    .where('link.hubspot_id', 'is not', null)
    .where('link.ended_as', 'is', null)

/** Notes and tickets that can be sent, in the order of the changes. */
export const listSendable = (
  db: Db,
  { integration_id, hub_id }: Account,
  kinds: readonly ConversationObject[],
  limit: number,
) =>
  waiting(db)
    .where('object.integration_id', '=', integration_id)
    .where('object.hub_id', '=', hub_id)
    .where('object.kind', 'in', kinds)
    .leftJoin('app_user as assignee', 'assignee.id', 'conversation.assignee_id')
    .select([
      'object.integration_id',
      'object.hub_id',
      'object.conversation_id',
      'object.kind',
      'object.hubspot_id',
      'object.is_creating',
      'object.is_closed',
      'object.seq',
      'conversation.contact_id',
      'conversation.number',
      'conversation.subject',
      'conversation.status',
      'conversation.locale',
      'conversation.rating',
      'assignee.name as assignee_name',
    ])
    .select((eb) => eb.ref('link.hubspot_id').$notNull().as('contact_hubspot_id'))
    .orderBy('object.seq')
    .limit(limit)
    .execute()
export type Sendable = Awaited<ReturnType<typeof listSendable>>[number]

/** Connected workspaces with notes or tickets to send. */
export const listSenders = async (db: Db): Promise<string[]> =>
  (
    await waiting(db)
      .innerJoin('hubspot_connection as connection', (join) =>
        join
          .onRef('connection.integration_id', '=', 'object.integration_id')
          .onRef('connection.hub_id', '=', 'object.hub_id'),
      )
      .innerJoin('integration', 'integration.id', 'object.integration_id')
      .where('connection.status', '=', 'connected')
      .where('integration.deletes_at', 'is', null)
      .select('object.integration_id')
      .distinct()
      .execute()
  ).map(({ integration_id }) => integration_id)

/** The contact of a conversation, and its subject. */
export const findTarget = (
  db: Db,
  { integration_id, conversation_id }: { integration_id: string; conversation_id: string },
) =>
  db
    .selectFrom('conversation')
    .where('integration_id', '=', integration_id)
    .where('id', '=', conversation_id)
    .select(['contact_id', 'subject'])
    .executeTakeFirst()

/** Messages that the customer can see, newest first. */
export const listLines = (
  db: Db,
  { integration_id, conversation_id }: Pick<Sendable, 'integration_id' | 'conversation_id'>,
  limit: number,
) =>
  db
    .selectFrom('message')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('is_visible', '=', true)
    .where('kind', 'in', ['text', 'answer'])
    .where('body', '<>', '')
    .select(['author', 'author_name', 'body'])
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
export type Line = Awaited<ReturnType<typeof listLines>>[number]

const rowOf = (tx: Tx, { integration_id, hub_id, conversation_id, kind }: ObjectKey) =>
  tx
    .updateTable('hubspot_conversation')
    .where('integration_id', '=', integration_id)
    .where('hub_id', '=', hub_id)
    .where('conversation_id', '=', conversation_id)
    .where('kind', '=', kind)
export const markCreating = (tx: Tx, row: Sendable) => rowOf(tx, row).set({ is_creating: true }).execute()
/** Keeps waiting if the conversation has changed since it was read. */
export const markSent = (
  tx: Tx,
  row: Sendable,
  sent: { hubspot_id?: string; is_closed?: boolean; is_creating?: boolean },
) =>
  rowOf(tx, row)
    .set({ ...sent, is_waiting: sql<boolean>`seq <> ${row.seq}` })
    .execute()
