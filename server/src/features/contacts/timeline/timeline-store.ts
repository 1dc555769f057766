import type { ContactChange, ContactNote, ScenarioSource, TimelineItem, TimelineKind } from '@ozvi/contract'
import { sql } from 'kysely'
import { type Viewer, visibleConversations } from '#features/visibility'
import type { Db, Tx } from '#platform/context/context.ts'
import type { Key } from '../store.ts'

/** The cursor of the timeline. */
export interface TimelinePosition {
  at: string
  key: string
}
interface Row {
  kind: TimelineKind
  id: string
  at: string
  data: object
  place_at: string
  place_key: string
}

/** Pages of one visit are less than half an hour apart. */
const visits = ({ integration_id, contact_id }: Key) => sql`
  select 'visit' as kind, min(id)::text as id, min(at) as at, jsonb_build_object(
    'until', to_char(max(at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'count', count(*),
    'pages', (jsonb_path_query_array(
      jsonb_agg(jsonb_build_object('url', url, 'title', title) order by id desc), '$[0 to 19]'))) as data
  from (
    select *, sum(is_first) over (order by id) as visit from (
      select id, url, title, at,
        case when at - lag(at) over (order by id) < interval '30 minutes' then 0 else 1 end as is_first
      from page_visit where integration_id = ${integration_id} and contact_id = ${contact_id}) as step) as steps
  group by visit`
const notes = ({ integration_id, contact_id }: Key) => sql`
  select 'note', id::text, at, jsonb_build_object(
    'actor', jsonb_build_object('id', author_id, 'name', author_name), 'body', body, 'version', version,
    'edited_at', to_char(edited_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from contact_note
  where integration_id = ${integration_id} and contact_id = ${contact_id} and deleted_at is null`
const changes = ({ integration_id, contact_id }: Key) => sql`
  select 'change', id::text, at, jsonb_build_object('changes', changes, 'actor',
    case when actor_id is null then null else jsonb_build_object('id', actor_id, 'name', actor_name) end,
    'scenario', case when scenario_id is null then null
      else jsonb_build_object('id', scenario_id, 'name', scenario_name) end)
  from contact_change where integration_id = ${integration_id} and contact_id = ${contact_id}`
const conversations = ({ integration_id, contact_id }: Key, viewer: Viewer) => sql`
  select 'conversation', id::text, created_at,
    jsonb_build_object('number', number, 'subject', subject, 'status', status)
  from conversation
  where integration_id = ${integration_id} and contact_id = ${contact_id} and ${visibleConversations(viewer)}`
const parts = { visit: visits, note: notes, change: changes, conversation: conversations }

/** Newest first; only conversations the viewer can see. */
export async function listTimeline(
  db: Db,
  key: Key,
  viewer: Viewer,
  {
    kind,
    after,
    limit,
  }: { kind?: TimelineKind | undefined; after?: TimelinePosition | undefined; limit: number },
): Promise<{ items: TimelineItem[]; last: TimelinePosition | undefined }> {
  const kinds = kind ? [parts[kind]] : Object.values(parts)
  const { rows } = await sql<Row>`
    with item (kind, id, at, data) as (${sql.join(
      kinds.map((part) => part(key, viewer)),
      sql` union all `,
    )})
    select kind, id, at, data, at::text as place_at, kind || ' ' || id as place_key from item
    ${after ? sql`where (at, (kind || ' ' || id) collate "C") < (${after.at}::timestamptz, ${after.key})` : sql``}
    order by item.at desc, (kind || ' ' || id) collate "C" desc
    limit ${limit}`.execute(db)
  const last = rows.at(-1)
  return {
    // Each part above creates the fields of its kind.
    items: rows.map(({ kind, id, at, data }) => ({ kind, id, at, ...data }) as TimelineItem),
    last: last && { at: last.place_at, key: last.place_key },
  }
}

/** A member, a scenario, or null for the contact. */
export type ChangeAuthor = { user_id: string; name: string } | { scenario: ScenarioSource } | null

export async function insertChange(
  tx: Tx,
  { integration_id, contact_id }: Key,
  author: ChangeAuthor,
  changes: ContactChange['changes'],
): Promise<ContactChange> {
  const scenario = author && 'scenario' in author ? author.scenario : null
  const actor = author && 'user_id' in author ? author : null
  const { id, at } = await tx
    .insertInto('contact_change')
    .values({
      integration_id,
      contact_id,
      actor_id: actor?.user_id ?? null,
      actor_name: actor?.name ?? null,
      scenario_id: scenario?.id ?? null,
      scenario_name: scenario?.name ?? null,
      changes: JSON.stringify(changes),
    })
    .returning(['id', 'at'])
    .executeTakeFirstOrThrow()
  return {
    kind: 'change',
    id: String(id),
    at,
    actor: actor && { id: actor.user_id, name: actor.name },
    scenario,
    changes,
  }
}

interface NoteKey extends Key {
  note_id: string
  author_id: string
}
const noteColumns = [
  'id',
  'contact_id',
  'at',
  'author_id',
  'author_name',
  'body',
  'edited_at',
  'version',
] as const
interface NoteRow {
  id: string
  at: string
  author_id: string
  author_name: string
  body: string
  edited_at: string | null
  version: number
}
const asNote = ({ id, at, author_id, author_name, body, edited_at, version }: NoteRow): ContactNote => ({
  kind: 'note',
  id,
  at,
  actor: { id: author_id, name: author_name },
  body,
  edited_at,
  version,
})
/** @returns undefined if the id is in use */
export async function insertNote(
  tx: Tx,
  note: Key & { id: string; author_id: string; author_name: string; body: string },
): Promise<ContactNote | undefined> {
  const row = await tx
    .insertInto('contact_note')
    .values(note)
    .onConflict((on) => on.columns(['integration_id', 'id']).doNothing())
    .returning(noteColumns)
    .executeTakeFirst()
  return row && asNote(row)
}
/** A note of its author that isn't deleted. */
export async function findNote(
  db: Db,
  { integration_id, contact_id, note_id, author_id }: NoteKey,
): Promise<ContactNote | undefined> {
  const row = await db
    .selectFrom('contact_note')
    .where('integration_id', '=', integration_id)
    .where('contact_id', '=', contact_id)
    .where('id', '=', note_id)
    .where('author_id', '=', author_id)
    .where('deleted_at', 'is', null)
    .select(noteColumns)
    .executeTakeFirst()
  return row && asNote(row)
}
/** @returns undefined if the author has no such note, or it is deleted and must not be */
export async function updateNote(
  tx: Tx,
  { integration_id, contact_id, note_id, author_id }: NoteKey,
  fields: { body?: string; edited_at?: string; deleted_at?: string | null },
): Promise<ContactNote | undefined> {
  const isRestored = fields.deleted_at === null
  const row = await tx
    .updateTable('contact_note')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('integration_id', '=', integration_id)
    .where('contact_id', '=', contact_id)
    .where('id', '=', note_id)
    .where('author_id', '=', author_id)
    .where('deleted_at', isRestored ? 'is not' : 'is', null)
    .returning(noteColumns)
    .executeTakeFirst()
  return row && asNote(row)
}
