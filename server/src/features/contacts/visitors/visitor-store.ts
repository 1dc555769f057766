import { Problem } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import { prepared } from '#platform/database/index.ts'
import { hashToken, newToken } from '#platform/secrets/secrets.ts'
import type { Key } from '../store.ts'

/* A visitor: the browser with a token, and its page views. */

/** The contact that owns the visitor's actions, and the merged contact the visitor started as; null if none. */
export interface VisitorHome extends Key {
  origin_id: string | null
}
export async function insertVisitorToken(
  tx: Tx,
  { integration_id, contact_id, origin_id }: VisitorHome,
  from_email_link = false,
): Promise<string> {
  const token = newToken()
  await tx
    .insertInto('visitor_token')
    .values({ token_hash: hashToken(token), integration_id, contact_id, origin_id, from_email_link })
    .execute()
  return token
}
/** The visitor of a token hash, including visitors whose contact was merged. */
export const findVisitor = (db: Db, token_hash: Buffer) =>
  db
    .selectFrom('visitor_token')
    .innerJoin('contact', (join) =>
      join
        .onRef('contact.integration_id', '=', 'visitor_token.integration_id')
        .onRef('contact.id', '=', 'visitor_token.contact_id'),
    )
    .innerJoin('integration', 'integration.id', 'visitor_token.integration_id')
    .leftJoin('contact_merge', (join) =>
      join
        .onRef('contact_merge.integration_id', '=', 'visitor_token.integration_id')
        .onRef('contact_merge.source_id', '=', 'visitor_token.origin_id')
        .on('contact_merge.undone_at', 'is', null),
    )
    .where('token_hash', '=', token_hash)
    .where('deletes_at', 'is', null)
    .select((eb) => [
      eb.fn.coalesce('origin_id', 'contact_id').as('visitor_id'),
      eb.fn.coalesce('contact.locale', 'integration.locale').as('locale'),
      ...(['name', 'email'] as const).map((field) =>
        eb
          .case()
          .when('origin_id', 'is', null)
          .then(eb.ref(`contact.${field}`))
          .else(eb.ref(`contact_merge.${field}`))
          .end()
          .as(field),
      ),
    ])
    .select([
      'token_hash',
      'visitor_token.integration_id',
      'contact_id',
      'is_test',
      'blocked_at',
      'blocked_until',
    ])
    .modifyEnd(prepared)
    .executeTakeFirst()

/**
 * The contact that owns the browser's actions, locked against merges until the transaction ends.
 *
 * @param changesToken for callers that may change or delete the token. Takes the exclusive lock at once: two callers with
 * shared locks would wait for each other
 * @throws Problem `unauthenticated` if the token was deleted in the meantime
 */
export async function lockHome(
  tx: Tx,
  token_hash: Buffer,
  { changesToken = false }: { changesToken?: boolean } = {},
): Promise<VisitorHome> {
  const home = await tx
    .selectFrom('visitor_token')
    .where('token_hash', '=', token_hash)
    .select(['integration_id', 'contact_id', 'origin_id'])
    .$call((query) => (changesToken ? query.forUpdate() : query.forShare()))
    .executeTakeFirst()
  if (!home) throw new Problem('unauthenticated')
  return home
}

/** The last address typed in a browser. Unverified; replies are emailed there. */
export const setClaimedEmail = (
  tx: Tx,
  token_hash: Buffer,
  claimed_email: string,
  claimed_email_at: string,
) =>
  tx
    .updateTable('visitor_token')
    .set({ claimed_email, claimed_email_at })
    .where('token_hash', '=', token_hash)
    .execute()

interface ConversationKey {
  integration_id: string
  conversation_id: string
}
/** In a `visitor_token` query: whether it belongs to the browser that started the conversation. */
const isTokenOf = ({ integration_id, conversation_id }: ConversationKey) => sql<boolean>`exists (
  select from conversation where conversation.integration_id = ${integration_id} and conversation.id = ${conversation_id}
    and visitor_token.integration_id = conversation.integration_id
    and visitor_token.contact_id = conversation.contact_id
    and coalesce(visitor_token.origin_id, visitor_token.contact_id)
      = coalesce(conversation.origin_id, conversation.contact_id))`

/** For callers that change the contact before the tokens: writers lock the token, then the contact. */
export const lockTokensOf = (tx: Tx, key: ConversationKey) =>
  tx
    .selectFrom('visitor_token')
    .where('integration_id', '=', key.integration_id)
    .where(isTokenOf(key))
    .select('token_hash')
    .orderBy('token_hash')
    .forUpdate()
    .execute()

/** Stores an address that was entered in a conversation, for the browser that started it. */
export const setClaimedEmailOf = (
  tx: Tx,
  key: ConversationKey,
  claimed_email: string,
  claimed_email_at: string,
) =>
  tx
    .updateTable('visitor_token')
    .set({ claimed_email, claimed_email_at })
    .where('integration_id', '=', key.integration_id)
    .where(isTokenOf(key))
    .execute()

export const deleteVisitorToken = (tx: Tx, token_hash: Buffer) =>
  tx.deleteFrom('visitor_token').where('token_hash', '=', token_hash).execute()

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

/** Reloading the same page adds no page view, unless it starts a new visit, which is counted. */
export const insertPageVisit = (
  tx: Tx,
  { integration_id, contact_id, origin_id }: VisitorHome,
  page: { url: string; title: string },
  at: string,
) =>
  sql`
    with last as (
      select url, ${at}::timestamptz - at < interval '30 minutes' as is_now from page_visit
      where integration_id = ${integration_id} and contact_id = ${contact_id} order by id desc limit 1),
    added as (
      insert into page_visit (integration_id, contact_id, origin_id, url, title, at)
      select ${integration_id}::uuid, ${contact_id}::uuid, ${origin_id}::uuid,
        ${page.url}, ${page.title}, ${at}::timestamptz
      where not exists (select from last where is_now and url = ${page.url}))
    update contact set visits = visits + 1
    where integration_id = ${integration_id} and id = ${contact_id}
      and not exists (select from last where is_now)`.execute(tx)
