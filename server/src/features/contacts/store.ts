import type { Contact, Locale } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context.ts'
import { hashToken, newToken } from '#platform/secrets.ts'

interface Key {
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

export const findProfile = (db: Db, { integration_id, contact_id }: Key) =>
  db
    .selectFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .select([...contactColumns, 'first_seen_at', 'time_zone', 'browser', 'referrer'])
    .executeTakeFirst()

const pagesShown = 50
export const listPageVisits = (db: Db, { integration_id, contact_id }: Key) =>
  db
    .selectFrom('page_visit')
    .where('integration_id', '=', integration_id)
    .where('contact_id', '=', contact_id)
    .select(['url', 'title', 'at'])
    .orderBy('id', 'desc')
    .limit(pagesShown)
    .execute()

interface NewContact {
  integration_id: string
  locale: Locale
  time_zone: string | null
  browser: string | null
  referrer: string | null
  is_test: boolean
}
export const insertContact = (tx: Tx, contact: NewContact) =>
  tx.insertInto('contact').values(contact).returning(['id', 'name', 'email']).executeTakeFirstOrThrow()

export const updateContact = (
  tx: Tx,
  { integration_id, contact_id }: Key,
  fields: { name?: string | null; email?: string | null; kind?: Contact['kind'] },
) =>
  tx
    .updateTable('contact')
    .set(fields)
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .returning(['id', 'name', 'email'])
    .executeTakeFirst()

export const touchContact = (tx: Tx, { integration_id, contact_id }: Key, at: string, locale: Locale) =>
  tx
    .updateTable('contact')
    .set({ last_seen_at: at, locale })
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .execute()

/** A reload of the same page is no step of the trail. */
export const insertPageVisit = (
  tx: Tx,
  { integration_id, contact_id }: Key,
  page: { url: string; title: string },
  at: string,
) =>
  sql`
    insert into page_visit (integration_id, contact_id, url, title, at)
    select ${integration_id}::uuid, ${contact_id}::uuid, ${page.url}, ${page.title}, ${at}::timestamptz
    where ${page.url} is distinct from (
      select url from page_visit
      where integration_id = ${integration_id} and contact_id = ${contact_id} order by id desc limit 1)`.execute(
    tx,
  )

export async function insertVisitorToken(tx: Tx, { integration_id, contact_id }: Key): Promise<string> {
  const token = newToken()
  await tx
    .insertInto('visitor_token')
    .values({ token_hash: hashToken(token), integration_id, contact_id })
    .execute()
  return token
}
export const findVisitor = (db: Db, token: string) =>
  db
    .selectFrom('visitor_token')
    .innerJoin('contact', (join) =>
      join
        .onRef('contact.integration_id', '=', 'visitor_token.integration_id')
        .onRef('contact.id', '=', 'visitor_token.contact_id'),
    )
    .where('token_hash', '=', hashToken(token))
    .select([
      'token_hash',
      'visitor_token.integration_id',
      'contact_id',
      'name',
      'email',
      'contact.locale',
      'is_test',
    ])
    .executeTakeFirst()

export const deleteVisitorToken = (tx: Tx, token_hash: Buffer) =>
  tx.deleteFrom('visitor_token').where('token_hash', '=', token_hash).execute()
