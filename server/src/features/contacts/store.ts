import {
  type ConsentGiven,
  type Contact,
  type ContactChange,
  type ContactChanges,
  type ContactDetails,
  type ContactIdentity,
  type ContactAcquisition,
  type ContactProfile,
  type ContactRecord,
  type ContactRow,
  type Locale,
  acquisitionNames,
  contactTextFieldNames,
} from '@ozvi/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { contactVisibleTo, isContactVisible, type Viewer } from '#features/visibility'
import type { Db, Tx } from '#platform/context/context.ts'
import { lockName } from '#platform/database/named-lock.ts'
import type { DB } from '#schema'

export interface Key {
  integration_id: string
  contact_id: string
}
const contactColumns = [
  'id',
  'name',
  'email',
  'kind',
  'locale',
  'last_seen_at',
] as const satisfies (keyof Contact)[]

/** Details entered by the team. */
export const detailColumns = [
  'phone',
  ...contactTextFieldNames,
  'country',
  'external_id',
  'owner_id',
  'tag_ids',
  'fields',
] as const satisfies (keyof ContactDetails)[]

const identityColumns = [
  'verified_at',
  'verified_by',
  'email_verified_at',
] as const satisfies (keyof ContactIdentity)[]

/** All columns of a contact's own profile. */
export const profileColumns = [
  ...contactColumns,
  ...detailColumns,
  ...identityColumns,
  ...acquisitionNames,
  'first_seen_at',
] as const satisfies (keyof ContactProfile)[]
/** The writable text fields every contact has. */
export const builtInFields = [
  'name',
  'email',
  'phone',
  ...contactTextFieldNames,
  'country',
  'external_id',
  'owner_id',
] as const satisfies (keyof ContactChanges)[]

/** Whether one of their browsers has the chat. */
export const hasBrowser = (eb: ExpressionBuilder<DB, 'contact'>) =>
  eb
    .exists(
      eb
        .selectFrom('visitor_token')
        .whereRef('visitor_token.integration_id', '=', 'contact.integration_id')
        .whereRef('visitor_token.contact_id', '=', 'contact.id'),
    )
    .$castTo<boolean>()
    .as('has_browser')

export const findProfile = (db: Db, { integration_id, contact_id }: Key) =>
  db
    .selectFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .select(profileColumns)
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom('contact_erasure')
          .whereRef('contact_erasure.integration_id', '=', 'contact.integration_id')
          .whereRef('contact_erasure.contact_id', '=', 'contact.id')
          .select(['done', 'total']),
      ).as('erasing'),
    )
    .select(['visits', 'unsubscribed_at'])
    .select(hasBrowser)
    .select((eb) =>
      eb
        .selectFrom('contact_note')
        .whereRef('contact_note.integration_id', '=', 'contact.integration_id')
        .whereRef('contact_note.contact_id', '=', 'contact.id')
        .where('deleted_at', 'is', null)
        .select((of) => of.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('note_count'),
    )
    .executeTakeFirst()

export const rowColumns = [
  ...contactColumns,
  'integration_id',
  'first_seen_at',
  'is_test',
  'version',
] as const satisfies (keyof ContactRow)[]
const consentColumns = [
  'consent_opened_at',
  'consent_page_at',
  'consent_summary',
  'consent_ended_at',
] as const satisfies (keyof ConsentGiven)[]
export const recordColumns = [
  ...rowColumns,
  ...detailColumns,
  ...identityColumns,
  ...acquisitionNames,
  ...consentColumns,
  'visits',
  'merged_search_text',
  'blocked_at',
  'blocked_until',
] as const
export const conversationCount = (eb: ExpressionBuilder<DB, 'contact'>) =>
  eb
    .selectFrom('conversation')
    .whereRef('conversation.integration_id', '=', 'contact.integration_id')
    .whereRef('conversation.contact_id', '=', 'contact.id')
    .select((of) => of.fn.countAll<number>().as('count'))
    .$asScalar()
    .$notNull()
    .as('conversations')

export const findContactRow = (
  db: Db,
  { integration_id, contact_id }: Key,
): Promise<ContactRecord | undefined> =>
  db
    .selectFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .select(recordColumns)
    .select(conversationCount)
    .executeTakeFirst()

/** The contact, and the members who can receive events about them. */
export const findContactWithAudience = (db: Db, { integration_id, contact_id }: Key) =>
  db
    .selectFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .select(recordColumns)
    .select(conversationCount)
    .select(contactVisibleTo.as('visible_to'))
    .executeTakeFirst()

interface NewContact extends Omit<ContactAcquisition, 'import_file'> {
  integration_id: string
  locale: Locale
  is_test: boolean
}
export const insertContact = (tx: Tx, contact: NewContact) =>
  tx.insertInto('contact').values(contact).returning(['id', 'name', 'email']).executeTakeFirstOrThrow()

/** A contact entered by the team. @returns whether the id was free */
export async function insertLead(tx: Tx, { integration_id, contact_id: id }: Key): Promise<boolean> {
  const row = await tx
    .insertInto('contact')
    .values({
      integration_id,
      id,
      kind: 'lead',
      locale: null,
      first_seen_at: null,
      last_seen_at: null,
      tag_ids: [],
      fields: '{}',
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Filters the ids to contacts the member can see, in the same order. */
export async function filterVisible(db: Db, viewer: Viewer, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('contact')
    .where('integration_id', '=', viewer.integration_id)
    .where(isContactVisible(viewer))
    .where('id', 'in', ids)
    .select('id')
    .execute()
  const visibleIds = new Set(rows.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => visibleIds.has(id))
}

/** Locked until the transaction ends. */
export const lockContact = (tx: Tx, { integration_id, contact_id }: Key) =>
  tx
    .selectFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .select([...contactColumns, ...detailColumns, 'verified_at'])
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Serializes assignment of an external id in a workspace, so that two requests don't collide. */
export async function isExternalIdTaken(
  tx: Tx,
  { integration_id, contact_id }: Key,
  external_id: string,
): Promise<boolean> {
  await lockName(tx, `external-id ${integration_id} ${external_id}`)
  const holder = await tx
    .selectFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('external_id', '=', external_id)
    .where('id', '!=', contact_id)
    .select('id')
    .executeTakeFirst()
  return holder !== undefined
}

type BuiltIn = {
  [F in Exclude<keyof ContactChanges, 'fields' | 'add_tag_ids' | 'remove_tag_ids'>]?: ContactChanges[F]
}
/** @param values custom fields by id; null clears */
export const updateContact = (
  tx: Tx,
  { integration_id, contact_id }: Key,
  fields: BuiltIn & { kind?: Contact['kind']; tag_ids?: string[] },
  values: Record<string, ContactChange['changes'][number]['after']> = {},
) =>
  tx
    .updateTable('contact')
    .set((eb) => ({
      ...fields,
      ...(Object.keys(values).length > 0
        ? { fields: sql<string>`jsonb_strip_nulls(contact.fields || ${JSON.stringify(values)}::jsonb)` }
        : {}),
      version: eb('version', '+', 1),
    }))
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .returning(['id', 'name', 'email'])
    .executeTakeFirst()

export const touchContact = (tx: Tx, { integration_id, contact_id }: Key, at: string, locale: Locale) =>
  tx
    .updateTable('contact')
    .set((eb) => ({
      last_seen_at: at,
      first_seen_at: eb.fn.coalesce('first_seen_at', sql<string>`${at}::timestamptz`),
      locale,
      version: eb('version', '+', 1),
    }))
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .execute()

/** Deletes them with their conversations. @returns how many */
export async function deleteUnseenContacts(
  tx: Tx,
  integration_id: string,
  { seen_before, limit }: { seen_before: string; limit: number },
): Promise<number> {
  const deleted = await tx
    .deleteFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('id', 'in', (query) =>
      query
        .selectFrom('contact')
        .where('integration_id', '=', integration_id)
        .where('last_seen_at', '<', seen_before)
        .select('id')
        .limit(limit),
    )
    .returning('id')
    .execute()
  return deleted.length
}
