import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/context/context.ts'
import type { Audience } from '#platform/realtime/index.ts'
import { hasLimitedReader, isSeenBy, type Reader, waysOf } from './reach.ts'

/*
 * Which contacts a member sees who does not see all of the inbox: those with a conversation that they see or have
 * begun, and those whom they look after. As with conversations: whoever reads contacts for a member asks for those
 * `contactsWithin` their reach, the guard asks whether the caller `seesContact`, and an event goes to `contactVisibleTo`.
 */

interface ContactKey {
  integration_id: string
  contact_id: string
}

/** Each thing about a conversation that lets a member see its contact. */
const conversationsOf = (reader: Reader) => [
  ...waysOf(reader),
  sql<boolean>`conversation.begun_by = ${reader.user_id}::uuid`,
]
/** In a query of `contact`: whom the member sees. All of them are found once, by indexes: for a query of many rows. */
export function contactsWithin(reader: Reader): RawBuilder<boolean> {
  const { integration_id, user_id, sees } = reader
  if (sees === 'all') return sql<boolean>`true`
  const parts = conversationsOf(reader).map(
    (is) => sql`
      select conversation.contact_id from conversation
      where conversation.integration_id = ${integration_id} and ${is}`,
  )
  return sql<boolean>`contact.id = any(array(
    select owned.id from contact owned
    where owned.integration_id = ${integration_id} and owned.owner_id = ${user_id}::uuid
    union all ${sql.join(parts, sql` union all `)}))`
}
/** The same, asked at every row: for a query of few rows, or of one that stops early. */
export function isContactWithin(reader: Reader): RawBuilder<boolean> {
  if (reader.sees === 'all') return sql<boolean>`true`
  return sql<boolean>`(contact.owner_id is not distinct from ${reader.user_id}::uuid or coalesce((
    select true from conversation
    where conversation.integration_id = contact.integration_id and conversation.contact_id = contact.id
      and (${sql.join(conversationsOf(reader), sql` or `)})
    limit 1), false))`
}

const isContactSeen = sql<boolean>`(
  contact.owner_id is not distinct from reader.user_id
  or exists (select from conversation
    where conversation.integration_id = contact.integration_id and conversation.contact_id = contact.id
      and (conversation.begun_by is not distinct from reader.user_id or ${isSeenBy('reader')})))`
const limitedReaders = sql`member reader
  where reader.integration_id = contact.integration_id and reader.role = 'agent' and reader.sees <> 'all'`

/** In a query of `contact`: the ids of members who do not see them; null where everybody does. */
export const contactUnseenBy = sql<string[] | null>`(
  select array_agg(reader.user_id) from ${limitedReaders} and not ${isContactSeen})`
const contactSeenBy = sql<string[] | null>`(
  select array_agg(reader.user_id) from ${limitedReaders} and ${isContactSeen})`

/** The same as `visibleTo`, in a query of `contact`. */
export const contactVisibleTo = sql<string[] | null>`(
  select case when ${hasLimitedReader} then coalesce(array_agg(reader.user_id) filter (
    where reader.role <> 'agent' or reader.sees = 'all' or ${isContactSeen}), '{}') end
  from member reader where reader.integration_id = contact.integration_id)`

/**
 * Of the members who see a part of the inbox, those who see a contact and those who do not; null: none. And all who
 * may receive events about them; null: everyone.
 */
export const listContactReaders = (db: Db, { integration_id, contact_id }: ContactKey) =>
  db
    .selectFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .select([contactSeenBy.as('seen_by'), contactUnseenBy.as('unseen_by'), contactVisibleTo.as('visible_to')])
    .executeTakeFirst()

/** Whom of the team an event is for. */
export const audienceFor = ({ visible_to }: { visible_to: string[] | null }): Audience | undefined =>
  visible_to ? { only: visible_to } : undefined

/** Whom of the team an event about a contact is for, who has to be there. */
export async function contactAudience(db: Db, key: ContactKey): Promise<Audience | undefined> {
  const readers = await listContactReaders(db, key)
  return readers && audienceFor(readers)
}

/** Whether a member sees a contact, or the one that they were merged into. */
export async function seesContact(db: Db, reader: Reader, contact_id: string): Promise<boolean> {
  if (reader.sees === 'all') return true
  const { rows } = await sql`
    select from contact
    where integration_id = ${reader.integration_id} and ${isContactWithin(reader)}
      and id = coalesce((
        select target_id from contact_merge where integration_id = ${reader.integration_id}
          and source_id = ${contact_id}::uuid and undone_at is null), ${contact_id}::uuid)`.execute(db)
  return rows.length > 0
}
