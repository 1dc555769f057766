import { sql } from 'kysely'
import { hasBrowser } from '#features/contacts'
import type { Db, Tx } from '#platform/context/context.ts'
import type { Key } from '../record/store.ts'

interface ContactKey {
  integration_id: string
  contact_id: string
}

/** Conversations started by a member that have no messages yet. */
const unsaid = (db: Db) =>
  db
    .selectFrom('conversation')
    .where('started_by', 'is not', null)
    .where('last_message_preview', '=', '')
    .where('merged_into_id', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('message')
            .whereRef('message.integration_id', '=', 'conversation.integration_id')
            .whereRef('message.conversation_id', '=', 'conversation.id')
            .where('kind', '!=', 'event'),
        ),
      ),
    )

/** The contact to start a conversation with, and the ways to reach them. */
export const findReached = (db: Db, { integration_id, contact_id }: ContactKey) =>
  db
    .selectFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .select(['id', 'email', 'is_test', 'blocked_at', 'blocked_until', 'unsubscribed_at'])
    .select((eb) =>
      eb.fn
        .coalesce(
          'contact.locale',
          eb
            .selectFrom('integration')
            .whereRef('integration.id', '=', 'contact.integration_id')
            .select('integration.locale')
            .$asScalar()
            .$notNull(),
        )
        .as('locale'),
    )
    .select(hasBrowser)
    .executeTakeFirst()

/** The visitor whose browser was used last: one merged into the contact, or null for the contact itself. */
export const findNewestOrigin = async (
  db: Db,
  { integration_id, contact_id }: ContactKey,
): Promise<string | null> =>
  (
    await db
      .selectFrom('visitor_token')
      .where('integration_id', '=', integration_id)
      .where('contact_id', '=', contact_id)
      .select('origin_id')
      .orderBy(
        sql`(select max(at) from page_visit where page_visit.integration_id = visitor_token.integration_id
          and page_visit.contact_id = visitor_token.contact_id
          and page_visit.origin_id is not distinct from visitor_token.origin_id)`,
        (order) => order.desc().nullsLast(),
      )
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.origin_id ?? null

/** A conversation a member started with the contact that has no messages yet. */
export const findEmptyConversations = async (
  db: Db,
  { integration_id, contact_id }: ContactKey,
  started_by: string,
): Promise<string | undefined> =>
  (
    await unsaid(db)
      .where('integration_id', '=', integration_id)
      .where('contact_id', '=', contact_id)
      .where('started_by', '=', started_by)
      .where('status', '=', 'open')
      .select('id')
      .limit(1)
      .executeTakeFirst()
  )?.id

/** @returns the workspace's name; undefined if the contact no longer exists */
export async function unsubscribeFromEmails(tx: Tx, { integration_id, contact_id }: ContactKey, at: string) {
  const stopped = await tx
    .updateTable('contact')
    .set((eb) => ({ unsubscribed_at: eb.fn.coalesce('unsubscribed_at', sql<string>`${at}::timestamptz`) }))
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .returning('id')
    .executeTakeFirst()
  if (!stopped) return undefined
  const { name } = await tx
    .selectFrom('integration')
    .where('id', '=', integration_id)
    .select('name')
    .executeTakeFirstOrThrow()
  return name
}

/** Empty conversations without a draft or a scheduled message. */
const abandoned = (db: Db) =>
  unsaid(db)
    .where('scheduled_count', '=', 0)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('draft')
            .whereRef('draft.integration_id', '=', 'conversation.integration_id')
            .whereRef('draft.conversation_id', '=', 'conversation.id')
            .where('text', '!=', ''),
        ),
      ),
    )
    .select(['integration_id', 'id'])
export const listAbandoned = (db: Db, begun_before: string, limit: number) =>
  abandoned(db).where('created_at', '<', begun_before).limit(limit).execute()
export const isAbandoned = async (db: Db, { integration_id, conversation_id }: Key): Promise<boolean> =>
  (await abandoned(db)
    .where('integration_id', '=', integration_id)
    .where('id', '=', conversation_id)
    .executeTakeFirst()) !== undefined
