import type { Erasing } from '@ozvi/contract'
import { sql } from 'kysely'
import { listSourceContacts } from '#features/contacts'
import { deleteIndexedWords as forgetLexemes } from '#features/conversations'
import { deleteUnattachedFiles } from '#features/files'
import { contactHiddenFrom, hasLimitedViewer } from '#features/visibility'
import type { Db, Tx } from '#platform/context/context.ts'
import { insertErasedCreations } from '../hubspot-creations.ts'

export interface Key {
  integration_id: string
  contact_id: string
}

/** Progress of an erasure, and the members who can see it; null: every member. */
export interface Erasure extends Erasing {
  visible_to: string[] | null
}
/** Members who couldn't see the contact when the erasure started can't see its progress either. */
const visibleTo = sql<string[] | null>`(
  select case when ${hasLimitedViewer} then coalesce(array_agg(reader.user_id) filter (
    where reader.user_id <> all(coalesce(contact_erasure.hidden_from, '{}'))), '{}') end
  from member reader where reader.integration_id = contact_erasure.integration_id)`
export const findErasure = (db: Db, { integration_id, contact_id }: Key): Promise<Erasure | undefined> =>
  db
    .selectFrom('contact_erasure')
    .where('integration_id', '=', integration_id)
    .where('contact_id', '=', contact_id)
    .select(['done', 'total', visibleTo.as('visible_to')])
    .executeTakeFirst()

/** @returns undefined if it was already started, or the contact doesn't exist */
export async function insertErasure(
  tx: Tx,
  { integration_id, contact_id }: Key,
): Promise<Erasure | undefined> {
  const { rows } = await sql<Erasure>`
    insert into contact_erasure (integration_id, contact_id, hidden_from, total)
    select integration_id, id, ${contactHiddenFrom}, 1
      + (select coalesce(sum(last_seq), 0) from conversation
          where conversation.integration_id = contact.integration_id and contact_id = contact.id)
      + (select count(*) from file
          where file.integration_id = contact.integration_id and owner = 'contact' and owner_id in (
            select contact.id union all select source_id from contact_merge
            where contact_merge.integration_id = contact.integration_id and target_id = contact.id
              and undone_at is null))
    from contact where integration_id = ${integration_id} and id = ${contact_id}
    on conflict do nothing returning done, total, ${visibleTo} as visible_to`.execute(tx)
  return rows[0]
}
/** Invalidates all of the visitor's tokens, including future sign-ins. */
export async function deleteTokens(tx: Tx, { integration_id, contact_id }: Key): Promise<void> {
  for (const table of ['visitor_token', 'contact_identity'] as const)
    await tx
      .deleteFrom(table)
      .where('integration_id', '=', integration_id)
      .where('contact_id', '=', contact_id)
      .execute()
}

/** The last entry stays open until the contact is deleted. */
export const countDone = (tx: Tx, { integration_id, contact_id }: Key, entries: number) =>
  tx
    .updateTable('contact_erasure')
    .set({ done: sql<number>`least(done + ${entries}::int, total - 1)` })
    .where('integration_id', '=', integration_id)
    .where('contact_id', '=', contact_id)
    .returning(['done', 'total', visibleTo.as('visible_to')])
    .executeTakeFirst()

/** Any of their conversations, with its messages. */
export async function findConversation(tx: Tx, { integration_id, contact_id }: Key) {
  const conversation = await tx
    .selectFrom('conversation')
    .where('integration_id', '=', integration_id)
    .where('contact_id', '=', contact_id)
    .select(['id', 'last_seq'])
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!conversation) return undefined
  const files = await tx
    .selectFrom('message_file')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation.id)
    .select('file_id')
    .distinct()
    .execute()
  return { ...conversation, file_ids: files.map(({ file_id }) => file_id) }
}
/** Deletes a conversation with its messages. Stores its words for `deleteSearchWords` and its id for `deleteJobs`. */
export async function deleteConversation(
  tx: Tx,
  { integration_id, contact_id }: Key,
  conversation_id: string,
) {
  await sql`
    update contact_erasure set conversation_ids = conversation_ids || ${conversation_id}::uuid, words = array(
      select unnest(words) union
      select lexeme from message, unnest(message.search_vector)
      where message.integration_id = ${integration_id} and conversation_id = ${conversation_id})
    where integration_id = ${integration_id} and contact_id = ${contact_id}`.execute(tx)
  await tx
    .deleteFrom('conversation')
    .where('integration_id', '=', integration_id)
    .where('id', '=', conversation_id)
    .execute()
}
/**
 * Takes a batch of the kept words, and removes those no one else has used from the search. @returns the
 * number taken
 */
export async function deleteSearchWords(
  tx: Tx,
  { integration_id, contact_id }: Key,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ taken: string[] }>`
    update contact_erasure set words = words[${limit + 1}::int:]
    from (select words[:${limit}::int] as taken from contact_erasure
      where integration_id = ${integration_id} and contact_id = ${contact_id}) as piece
    where integration_id = ${integration_id} and contact_id = ${contact_id}
    returning piece.taken`.execute(tx)
  const deletedIds = rows[0]?.taken ?? []
  await forgetLexemes(tx, integration_id, deletedIds)
  return deletedIds.length
}

/**
 * Deletes unreferenced files among these and the contact's own.
 *
 * @returns their storage keys
 */
export async function deleteFiles(
  tx: Tx,
  { integration_id, contact_id }: Key,
  file_ids: readonly string[],
): Promise<string[]> {
  const visitor_ids = [contact_id, ...(await listSourceContacts(tx, { integration_id, contact_id }))]
  return deleteUnattachedFiles(tx, integration_id, file_ids, visitor_ids)
}

/** Deletes outbox events that contain the id. */
export const deleteOutboxEvents = (tx: Tx, id: string) =>
  sql`delete from outbox where channel like ${`%${id}`} or data::text like ${`%${id}%`}`.execute(tx)

/** Conversations of the contact that are already erased. */
export const listErasedConversations = async (
  tx: Tx,
  { integration_id, contact_id }: Key,
): Promise<string[]> =>
  (
    await tx
      .selectFrom('contact_erasure')
      .where('integration_id', '=', integration_id)
      .where('contact_id', '=', contact_id)
      .select('conversation_ids')
      .executeTakeFirst()
  )?.conversation_ids ?? []

/** Deletes jobs in any state that name these contacts or conversations, except the erasure itself. */
export const deleteJobs = (tx: Tx, { integration_id }: Key, ids: readonly string[], erasure: string) =>
  sql`delete from pgboss.job
    where name <> ${erasure} and data ->> 'integration_id' = ${integration_id}
      and (data ->> 'conversation_id' = any(${ids}::text[]) or data ->> 'contact_id' = any(${ids}::text[]))`.execute(
    tx,
  )

export const findContact = (tx: Tx, { integration_id, contact_id }: Key) =>
  tx
    .selectFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .select(['id', 'name', 'email', 'phone', 'external_id'])
/** Since when the contact has been online; undefined if offline. */
export const onlineSince = async (tx: Tx, { integration_id, contact_id }: Key): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('online_visitor')
      .where('integration_id', '=', integration_id)
      .where('contact_id', '=', contact_id)
      .select('online_since')
      .executeTakeFirst()
  )?.online_since
/**
 * Keeps the ids of a contact's records in HubSpot, so that a sync doesn't create the contact again.
 *
 * @returns the addresses of those that are being created there, by account
 */
async function keepHubspotIds(tx: Tx, { integration_id, contact_id }: Key) {
  await tx
    .insertInto('hubspot_erased')
    .columns(['integration_id', 'hub_id', 'hubspot_id'])
    .expression((eb) =>
      eb
        .selectFrom('hubspot_contact')
        .where('integration_id', '=', integration_id)
        .where('contact_id', '=', contact_id)
        .where('hubspot_id', 'is not', null)
        .select(['integration_id', 'hub_id', eb.ref('hubspot_id').$notNull().as('hubspot_id')])
        .unionAll(
          eb
            .selectFrom('hubspot_alias')
            .where('integration_id', '=', integration_id)
            .where('contact_id', '=', contact_id)
            .select(['integration_id', 'hub_id', 'hubspot_id']),
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('hubspot_contact')
    .where('integration_id', '=', integration_id)
    .where('contact_id', '=', contact_id)
    .where('hubspot_id', 'is', null)
    .where('creating_email', 'is not', null)
    .select((eb) => ['hub_id', eb.ref('creating_email').$notNull().as('email')])
    .execute()
}
/**
 * Deletes the contact with its notes, changes, visits and details.
 *
 * @param hashOf of an address that is being created in HubSpot
 */
export async function deleteContact(
  tx: Tx,
  { integration_id, contact_id }: Key,
  hashOf: (email: string) => Buffer,
  erased_at: string,
): Promise<void> {
  const created = await keepHubspotIds(tx, { integration_id, contact_id })
  await insertErasedCreations(
    tx,
    integration_id,
    created.map(({ hub_id, email }) => ({ hub_id, email_hash: hashOf(email) })),
    erased_at,
  )
  await tx
    .deleteFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .execute()
}
