import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/context/context.ts'
import type { Audience } from '#platform/realtime/index.ts'
import { hasLimitedViewer, isVisibleTo, type Viewer, visibilityConditions } from './visibility.ts'

/*
 * The contacts visible to members with partial access to the inbox: those with a conversation they can see or
 * have started, and those they own. Queries for a member filter by `visibleContacts`, guards check
 * `canSeeContact`, and events go to `contactVisibleTo`.
 */

interface ContactKey {
  integration_id: string
  contact_id: string
}

/** The conversation conditions under which a member can see its contact. */
const conversationsOf = (viewer: Viewer) => [
  ...visibilityConditions(viewer),
  sql<boolean>`conversation.started_by = ${viewer.user_id}::uuid`,
]
/** In a `contact` query: the contacts the member can see, found once by indexes. For queries of many rows. */
export function visibleContacts(viewer: Viewer): RawBuilder<boolean> {
  const { integration_id, user_id, conversation_access } = viewer
  if (conversation_access === 'all') return sql<boolean>`true`
  const parts = conversationsOf(viewer).map(
    (is) => sql`
      select conversation.contact_id from conversation
      where conversation.integration_id = ${integration_id} and ${is}`,
  )
  return sql<boolean>`contact.id = any(array(
    select owned.id from contact owned
    where owned.integration_id = ${integration_id} and owned.owner_id = ${user_id}::uuid
    union all ${sql.join(parts, sql` union all `)}))`
}
/** A condition per row, for queries that read few rows or stop early. */
export function isContactVisible(viewer: Viewer): RawBuilder<boolean> {
  if (viewer.conversation_access === 'all') return sql<boolean>`true`
  return sql<boolean>`(contact.owner_id is not distinct from ${viewer.user_id}::uuid or coalesce((
    select true from conversation
    where conversation.integration_id = contact.integration_id and conversation.contact_id = contact.id
      and (${sql.join(conversationsOf(viewer), sql` or `)})
    limit 1), false))`
}

const isContactVisibleToReader = sql<boolean>`(
  contact.owner_id is not distinct from reader.user_id
  or exists (select from conversation
    where conversation.integration_id = contact.integration_id and conversation.contact_id = contact.id
      and (conversation.started_by is not distinct from reader.user_id or ${isVisibleTo('reader')})))`
const limitedViewers = sql`member reader
  where reader.integration_id = contact.integration_id and reader.role = 'agent' and reader.conversation_access <> 'all'`

/** In a `contact` query: ids of members who can't see them; null if everyone can. */
export const contactHiddenFrom = sql<string[] | null>`(
  select array_agg(reader.user_id) from ${limitedViewers} and not ${isContactVisibleToReader})`
const contactSeenBy = sql<string[] | null>`(
  select array_agg(reader.user_id) from ${limitedViewers} and ${isContactVisibleToReader})`

/** Like `visibleTo`, in a `contact` query. */
export const contactVisibleTo = sql<string[] | null>`(
  select case when ${hasLimitedViewer} then coalesce(array_agg(reader.user_id) filter (
    where reader.role <> 'agent' or reader.conversation_access = 'all' or ${isContactVisibleToReader}), '{}') end
  from member reader where reader.integration_id = contact.integration_id)`

/**
 * Lists members by whether they can see a contact: `seen_by` and `hidden_from` contain only members with
 * partial access (null if there are none), `visible_to` everyone who receives its events (null for all members).
 */
export const listContactViewers = (db: Db, { integration_id, contact_id }: ContactKey) =>
  db
    .selectFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .select([
      contactSeenBy.as('seen_by'),
      contactHiddenFrom.as('hidden_from'),
      contactVisibleTo.as('visible_to'),
    ])
    .executeTakeFirst()

/** The members an event is for. */
export const audienceFor = ({ visible_to }: { visible_to: string[] | null }): Audience | undefined =>
  visible_to ? { only: visible_to } : undefined

/** The members an event about a contact is for. The contact must exist. */
export async function contactAudience(db: Db, key: ContactKey): Promise<Audience | undefined> {
  const readers = await listContactViewers(db, key)
  return readers && audienceFor(readers)
}

/** Whether a member can see a contact, or the one it was merged into. */
export async function canSeeContact(db: Db, viewer: Viewer, contact_id: string): Promise<boolean> {
  if (viewer.conversation_access === 'all') return true
  const { rows } = await sql`
    select from contact
    where integration_id = ${viewer.integration_id} and ${isContactVisible(viewer)}
      and id = coalesce((
        select target_id from contact_merge where integration_id = ${viewer.integration_id}
          and source_id = ${contact_id}::uuid and undone_at is null), ${contact_id}::uuid)`.execute(db)
  return rows.length > 0
}
