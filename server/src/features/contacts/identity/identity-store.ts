import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import type { Key } from '../store.ts'
import type { Home } from '../visitors/visitor-store.ts'

/** Whom a token names: by the customer's id for them, and by an address that the customer has made sure of. */
export interface Named {
  external_id: string
  email: string | undefined
}

/** Of several browsers in which one person signs in at once, one at a time is looked at. */
export async function lockNames(
  tx: Tx,
  integration_id: string,
  { external_id, email }: Named,
): Promise<void> {
  // In one order, so that no two wait for each other.
  const names = [...(email ? [`email ${email}`] : []), `id ${external_id}`]
  for (const name of names)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`identity ${integration_id} ${name}`}, 0))`.execute(
      tx,
    )
}

const homes = (db: Db, integration_id: string) =>
  db
    .selectFrom('contact_identity')
    .where('contact_identity.integration_id', '=', integration_id)
    .select(['contact_identity.integration_id', 'contact_id', 'origin_id'])
const byExternalId = (db: Db, integration_id: string, external_id: string): Promise<Home | undefined> =>
  homes(db, integration_id).where('external_id', '=', external_id).executeTakeFirst()
const byEmail = (db: Db, integration_id: string, email: string): Promise<Home | undefined> =>
  homes(db, integration_id).where('email', '=', email).executeTakeFirst()

const externalIdOf = async (db: Db, { integration_id, contact_id }: Key) =>
  (
    await db
      .selectFrom('contact')
      .where('integration_id', '=', integration_id)
      .where('id', '=', contact_id)
      .select('external_id')
      .executeTakeFirst()
  )?.external_id

/**
 * Who has come with such a token before. Two ids of the customer's are two people, whatever address they share. Earlier
 * versions also took tokens without an id: whoever was known by the address goes on with the id that comes now.
 */
export async function findIdentity(
  db: Db,
  integration_id: string,
  { external_id, email }: Named,
): Promise<Home | undefined> {
  const known = await byExternalId(db, integration_id, external_id)
  if (known || !email) return known
  const namesake = await byEmail(db, integration_id, email)
  const held = namesake && (await externalIdOf(db, namesake))
  return held === null || held === external_id ? namesake : undefined
}

/** The next time they are found at once. */
export const keepIdentity = (
  tx: Tx,
  { integration_id, contact_id, origin_id }: Home,
  { external_id }: Named,
) =>
  tx
    .insertInto('contact_identity')
    .values({ integration_id, contact_id, origin_id, external_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

const isErased = sql<boolean>`exists (
  select from contact_erasure
  where contact_erasure.integration_id = contact.integration_id and contact_erasure.contact_id = contact.id)`
/** In a query of contacts: the team has them from elsewhere, and nobody has ever been them in a browser. */
const isOnPaper = sql<boolean>`not exists (
  select from visitor_token
  where visitor_token.integration_id = contact.integration_id and visitor_token.contact_id = contact.id)
and not exists (
  select from page_visit
  where page_visit.integration_id = contact.integration_id and page_visit.contact_id = contact.id)
and not exists (
  select from contact_consent
  where contact_consent.integration_id = contact.integration_id and contact_consent.contact_id = contact.id)
and not exists (
  select from conversation join message
    on message.integration_id = conversation.integration_id and message.conversation_id = conversation.id
  where conversation.integration_id = contact.integration_id and conversation.contact_id = contact.id
    and message.author = 'contact')`

/**
 * Whom the team knows already, by its own word: by the id that it has noted or imported; by the address only where
 * nobody has been them in a browser, since there anybody may have typed it.
 */
export async function findNoted(
  tx: Tx,
  integration_id: string,
  { external_id, email }: Named,
): Promise<{ contact_id: string; is_on_paper: boolean } | undefined> {
  const known = tx
    .selectFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('is_test', '=', false)
    .where((eb) => eb.not(isErased))
    .select(['id as contact_id', isOnPaper.as('is_on_paper')])
    .orderBy('last_seen_at', (order) => order.desc().nullsLast())
    .limit(1)
  const byId = await known.where('external_id', '=', external_id).executeTakeFirst()
  if (byId || !email) return byId
  return known
    .where('external_id', 'is', null)
    .where(sql<boolean>`lower(email) = ${email}`)
    .where(isOnPaper)
    .executeTakeFirst()
}

/** Whether this visitor is somebody whom a token has named. */
export const isIdentified = async (db: Db, integration_id: string, visitor_id: string): Promise<boolean> =>
  (await db
    .selectFrom('contact_identity')
    .where('integration_id', '=', integration_id)
    .where(sql<boolean>`coalesce(origin_id, contact_id) = ${visitor_id}`)
    .select('id')
    .executeTakeFirst()) !== undefined

export const findProven = (db: Db, { integration_id, contact_id }: Key) =>
  db
    .selectFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .select(['name', 'email', 'verified_at'])
    .executeTakeFirst()

/** What was signed, and that it was now; what was not signed this time stays as it is. */
export const prove = (
  tx: Tx,
  { integration_id, contact_id }: Key,
  { external_id, email }: Named,
  at: string,
) =>
  tx
    .updateTable('contact')
    .set({
      proven_by: 'jwt',
      proven_at: at,
      proven_id: external_id,
      ...(email ? { proven_email: email, proven_email_at: at } : {}),
    })
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .execute()
