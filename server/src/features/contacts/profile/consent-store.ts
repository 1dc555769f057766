import type { ContactConsent } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import type { Key } from '../store.ts'
import type { VisitorHome } from '../visitors/visitor-store.ts'

/* Consents of a contact. */

const consentsShown = 20
export const listConsents = (db: Db, { integration_id, contact_id }: Key): Promise<ContactConsent[]> =>
  db
    .selectFrom('contact_consent')
    .where('integration_id', '=', integration_id)
    .where('contact_id', '=', contact_id)
    .select(['id', 'kind', 'at', 'text', 'url'])
    .orderBy('id', 'desc')
    .limit(consentsShown)
    .execute()

/** A repeated consent of the same browser isn't stored again. */
export async function insertConsent(
  tx: Tx,
  { integration_id, contact_id, origin_id }: VisitorHome,
  { kind, at, text, url }: Omit<ContactConsent, 'id'>,
): Promise<void> {
  const { rows } = await sql`
    insert into contact_consent (integration_id, contact_id, origin_id, kind, at, text, url)
    select ${integration_id}::uuid, ${contact_id}::uuid, ${origin_id}::uuid, ${kind}::text, ${at}::timestamptz,
      ${text}::text, ${url}::text
    where not exists (
      select from contact_consent
      where integration_id = ${integration_id} and contact_id = ${contact_id}
        and origin_id is not distinct from ${origin_id}::uuid and kind = ${kind} and text = ${text})
    returning id`.execute(tx)
  if (rows.length > 0) await sumUpConsents({ integration_id, contact_id }).execute(tx)
}

const textsMax = 20
/** Recomputes the consent summary shown in lists. */
export const sumUpConsents = ({ integration_id, contact_id }: Key) => sql`
  update contact set version = contact.version + 1,
    (consent_opened_at, consent_page_at, consent_ended_at, consent_summary) = (
      select max(at) filter (where kind = 'opened'), max(at) filter (where kind = 'page'),
        max(at) filter (where kind = 'ended'), (
          select string_agg(text, chr(10) order by last desc) from (
            select text, max(id) as last from contact_consent
            where integration_id = ${integration_id} and contact_id = ${contact_id}
              and kind = 'page' and text <> ''
            group by text order by last desc limit ${textsMax}) as said)
      from contact_consent where integration_id = ${integration_id} and contact_id = ${contact_id})
  where integration_id = ${integration_id} and id = ${contact_id}`
