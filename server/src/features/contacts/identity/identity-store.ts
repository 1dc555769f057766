import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import { lockName } from '#platform/database/named-lock.ts'
import type { Key } from '../store.ts'
import type { VisitorHome } from '../visitors/visitor-store.ts'

/**
 * The identity in a token: the customer's id for the person, and an email address if verified by the
 * customer.
 */
export interface IdentityClaims {
  external_id: string
  email: string | undefined
}

/** Serializes sign-ins of one person in several browsers. */
export async function lockNames(
  tx: Tx,
  integration_id: string,
  { external_id, email }: IdentityClaims,
): Promise<void> {
  // In a fixed order to avoid deadlocks.
  const names = [...(email ? [`email ${email}`] : []), `id ${external_id}`]
  for (const name of names) await lockName(tx, `identity ${integration_id} ${name}`)
}

const homes = (db: Db, integration_id: string) =>
  db
    .selectFrom('contact_identity')
    .where('contact_identity.integration_id', '=', integration_id)
    .select(['contact_identity.integration_id', 'contact_id', 'origin_id'])
const byExternalId = (
  db: Db,
  integration_id: string,
  external_id: string,
): Promise<VisitorHome | undefined> =>
  homes(db, integration_id).where('external_id', '=', external_id).executeTakeFirst()
const byEmail = (db: Db, integration_id: string, email: string): Promise<VisitorHome | undefined> =>
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
 * The contact that signed in with this identity before. Two external ids are two people, even with the same
 * address. Earlier versions accepted tokens without an id: a contact known by address gets the id.
 */
export async function findIdentity(
  db: Db,
  integration_id: string,
  { external_id, email }: IdentityClaims,
): Promise<VisitorHome | undefined> {
  const existing = await byExternalId(db, integration_id, external_id)
  if (existing || !email) return existing
  const namesake = await byEmail(db, integration_id, email)
  const existingId = namesake && (await externalIdOf(db, namesake))
  return existingId === null || existingId === external_id ? namesake : undefined
}

/** Stores the identity, so the contact is found directly next time. */
export const saveIdentity = (
  tx: Tx,
  { integration_id, contact_id, origin_id }: VisitorHome,
  { external_id }: IdentityClaims,
) =>
  tx
    .insertInto('contact_identity')
    .values({ integration_id, contact_id, origin_id, external_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

const isErased = sql<boolean>`exists (
  select from contact_erasure
  where contact_erasure.integration_id = contact.integration_id and contact_erasure.contact_id = contact.id)`
/** In a contact query: entered by the team, never in a browser. */
const hasNoBrowser = sql<boolean>`not exists (
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
 * A contact entered by the team: by its external id; by address only if never in a browser, because there
 * anyone can type it.
 */
export async function findEnteredContact(
  tx: Tx,
  integration_id: string,
  { external_id, email }: IdentityClaims,
): Promise<{ contact_id: string; has_no_browser: boolean } | undefined> {
  const existing = tx
    .selectFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('is_test', '=', false)
    .where((eb) => eb.not(isErased))
    .select(['id as contact_id', hasNoBrowser.as('has_no_browser')])
    .orderBy('last_seen_at', (order) => order.desc().nullsLast())
    .limit(1)
  const byId = await existing.where('external_id', '=', external_id).executeTakeFirst()
  if (byId || !email) return byId
  return existing
    .where('external_id', 'is', null)
    .where(sql<boolean>`lower(email) = ${email}`)
    .where(hasNoBrowser)
    .executeTakeFirst()
}

/** Whether this visitor has been identified by a token. */
export const isIdentified = async (db: Db, integration_id: string, visitor_id: string): Promise<boolean> =>
  (await db
    .selectFrom('contact_identity')
    .where('integration_id', '=', integration_id)
    .where(sql<boolean>`coalesce(origin_id, contact_id) = ${visitor_id}`)
    .select('id')
    .executeTakeFirst()) !== undefined

export const findVerifiedClaims = (db: Db, { integration_id, contact_id }: Key) =>
  db
    .selectFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .select(['name', 'email', 'verified_at'])
    .executeTakeFirst()

/** Stores the signed values and their time; values not signed this time are kept. */
export const saveVerifiedClaims = (
  tx: Tx,
  { integration_id, contact_id }: Key,
  { external_id, email }: IdentityClaims,
  at: string,
) =>
  tx
    .updateTable('contact')
    .set({
      verified_claim_by: 'jwt',
      verified_claim_at: at,
      verified_claim_id: external_id,
      ...(email ? { verified_claim_email: email, verified_claim_email_at: at } : {}),
    })
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .execute()
