import type { ContactConsent } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context.ts'
import type { Key } from './store.ts'
import type { Home } from './visitor-store.ts'

/* What somebody has agreed to. */

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

/** What was said before by the same browser is not said twice. */
export const insertConsent = (
  tx: Tx,
  { integration_id, contact_id, origin_id }: Home,
  { kind, at, text, url }: Omit<ContactConsent, 'id'>,
) =>
  sql`
    insert into contact_consent (integration_id, contact_id, origin_id, kind, at, text, url)
    select ${integration_id}::uuid, ${contact_id}::uuid, ${origin_id}::uuid, ${kind}::text, ${at}::timestamptz,
      ${text}::text, ${url}::text
    where not exists (
      select from contact_consent
      where integration_id = ${integration_id} and contact_id = ${contact_id}
        and origin_id is not distinct from ${origin_id}::uuid and kind = ${kind} and text = ${text})`.execute(
    tx,
  )
