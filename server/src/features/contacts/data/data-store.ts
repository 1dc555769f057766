import { listSourceContacts, profileColumns } from '#features/contacts'
import { sql } from 'kysely'
import type { Db } from '#platform/context/context.ts'
import type { Key } from './erasure-store.ts'

/* Reads all data of a contact from the database, in batches of `rowsPerRead`. */

const rowsPerRead = 500

/** Yields batches until there are no more rows. */
async function* inPieces<R>(read: (after: R | undefined) => Promise<R[]>): AsyncGenerator<R> {
  for (let after: R | undefined; ;) {
    const rows = await read(after)
    yield* rows
    after = rows.at(-1)
    if (rows.length < rowsPerRead) return
  }
}

export const findContact = (db: Db, { integration_id, contact_id }: Key) =>
  db
    .selectFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .select(profileColumns)
    .executeTakeFirst()

export const listNotes = (db: Db, { integration_id, contact_id }: Key) =>
  inPieces<{
    id: string
    at: string
    author_name: string
    body: string
    edited_at: string | null
    deleted_at: string | null
  }>((after) =>
    db
      .selectFrom('contact_note')
      .where('integration_id', '=', integration_id)
      .where('contact_id', '=', contact_id)
      .$if(after !== undefined, (query) => query.where('id', '>', after?.id ?? ''))
      .select(['id', 'at', 'author_name', 'body', 'edited_at', 'deleted_at'])
      .orderBy('id')
      .limit(rowsPerRead)
      .execute(),
  )
export const listChanges = (db: Db, { integration_id, contact_id }: Key) =>
  inPieces<{
    id: number
    at: string
    actor_name: string | null
    scenario_name: string | null
    changes: unknown
  }>((after) =>
    db
      .selectFrom('contact_change')
      .where('integration_id', '=', integration_id)
      .where('contact_id', '=', contact_id)
      .$if(after !== undefined, (query) => query.where('id', '>', after?.id ?? 0))
      .select(['id', 'at', 'actor_name', 'scenario_name', 'changes'])
      .orderBy('id')
      .limit(rowsPerRead)
      .execute(),
  )
export const listVisits = (db: Db, { integration_id, contact_id }: Key) =>
  inPieces<{ id: number; at: string; url: string; title: string }>((after) =>
    db
      .selectFrom('page_visit')
      .where('integration_id', '=', integration_id)
      .where('contact_id', '=', contact_id)
      .$if(after !== undefined, (query) => query.where('id', '>', after?.id ?? 0))
      .select(['id', 'at', 'url', 'title'])
      .orderBy('id')
      .limit(rowsPerRead)
      .execute(),
  )
/** Oldest first. */
export const listConsents = (db: Db, { integration_id, contact_id }: Key) =>
  db
    .selectFrom('contact_consent')
    .where('integration_id', '=', integration_id)
    .where('contact_id', '=', contact_id)
    .select(['kind', 'at', 'text', 'url'])
    .orderBy('id')
    .execute()
/** Oldest first. */
export const listConversations = (db: Db, { integration_id, contact_id }: Key) =>
  db
    .selectFrom('conversation')
    .where('integration_id', '=', integration_id)
    .where('contact_id', '=', contact_id)
    .select([
      'id',
      'number',
      'subject',
      'status',
      'locale',
      'priority',
      'page_url',
      'created_at',
      'hand_over_at',
      'hand_over_reason',
      'resolved_at',
      'resolved_by',
      'rating',
      'rating_comment',
      'rated_at',
      'tag_ids',
      'fields',
    ])
    .orderBy('number')
    .execute()
/** With what customers answered and requests returned. Oldest first. */
export const listScenarioRuns = (db: Db, integration_id: string, conversation_id: string) =>
  db
    .selectFrom('scenario_run')
    .innerJoin('scenario', (join) =>
      join
        .onRef('scenario.integration_id', '=', 'scenario_run.integration_id')
        .onRef('scenario.id', '=', 'scenario_run.scenario_id'),
    )
    .where('scenario_run.integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .select(['scenario.name as scenario', 'scenario_run.status', 'started_at', 'ended_at'])
    .select(sql<Record<string, unknown>>`scenario_run.state -> 'variables'`.as('variables'))
    .orderBy('started_at')
    .execute()
/** The contact's records in HubSpot: the values after the last sync, and the properties shown with the contact. */
export const listHubspotRecords = (db: Db, { integration_id, contact_id }: Key) =>
  db
    .selectFrom('hubspot_contact')
    .where('integration_id', '=', integration_id)
    .where('contact_id', '=', contact_id)
    .select(['hub_id as account', 'hubspot_id as id', 'base as values', 'properties'])
    .unionAll((eb) =>
      eb
        .selectFrom('hubspot_alias')
        .where('integration_id', '=', integration_id)
        .where('contact_id', '=', contact_id)
        .select(['hub_id as account', 'hubspot_id as id', 'base as values'])
        .select(sql<Record<string, string>>`'{}'::jsonb`.as('properties')),
    )
    .execute()
export const listMessages = (db: Db, integration_id: string, conversation_id: string) =>
  inPieces<{ seq: number }>((after) =>
    db
      .selectFrom('message')
      .where('integration_id', '=', integration_id)
      .where('conversation_id', '=', conversation_id)
      .where('seq', '>', after?.seq ?? 0)
      .select([
        'seq',
        'sent_at',
        'author',
        'author_name',
        'kind',
        'is_visible',
        'body',
        'details',
        'citations',
        'attachments',
      ])
      .orderBy('seq')
      .limit(rowsPerRead)
      .execute(),
  )
/** Files they sent from any browser, and files in their conversations. */
export async function listFiles(db: Db, { integration_id, contact_id }: Key) {
  const visitor_ids = [contact_id, ...(await listSourceContacts(db, { integration_id, contact_id }))]
  return db
    .selectFrom('file')
    .where('file.integration_id', '=', integration_id)
    .where((eb) =>
      eb.or([
        eb.and([eb('owner', '=', 'contact'), eb('owner_id', 'in', visitor_ids)]),
        eb(
          'file.id',
          'in',
          eb
            .selectFrom('message_file')
            .innerJoin('conversation', (join) =>
              join
                .onRef('conversation.integration_id', '=', 'message_file.integration_id')
                .onRef('conversation.id', '=', 'message_file.conversation_id'),
            )
            .where('message_file.integration_id', '=', integration_id)
            .where('conversation.contact_id', '=', contact_id)
            .select('message_file.file_id'),
        ),
      ]),
    )
    .select(['id', 'name', 'content_type', 'size', 'created_at', 'file_key'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
