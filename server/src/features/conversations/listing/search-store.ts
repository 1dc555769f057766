import { sql } from 'kysely'
import { type Viewer, visibleConversations } from '#features/visibility'
import type { Db, Tx } from '#platform/context/context.ts'
import type { TimePosition } from '#platform/http/cursor.ts'
import type { Listed } from './filter-store.ts'
import { deleteVariants, tenantOf } from './search-words.ts'

/**
 * Builds the text search query: for each word, any of its alternatives, matched by prefix. Words contain only
 * letters and digits.
 */
export const queryOf = (integration_id: string, alternatives: readonly (readonly string[])[]) =>
  alternatives
    .map((words) => `(${words.map((word) => `'${tenantOf(integration_id)}${word}':*`).join(' | ')})`)
    .join(' & ')

/** Returns the prefixes that occur in messages. */
export async function knownPrefixes(db: Db, integration_id: string, prefixes: readonly string[]) {
  const { rows } = await sql<{ prefix: string }>`
    select prefix from unnest(${prefixes}::text[]) as prefix
    where exists (
      select 1 from search_word where integration_id = ${integration_id}
        and word >= prefix collate "C" and word < (prefix || U&'\\+10FFFF') collate "C")`.execute(db)
  return new Set(rows.map(({ prefix }) => prefix))
}
const similarMax = 50
/** Indexed words that share a delete variant with this word. */
export async function similarWords(db: Db, integration_id: string, word: string): Promise<string[]> {
  const variants = deleteVariants(word).map((variant) => tenantOf(integration_id) + variant)
  const { rows } = await sql<{ word: string }>`
    select word from search_word
    where integration_id = ${integration_id} and delete_variants && ${variants}::text[] limit ${similarMax}`.execute(
    db,
  )
  return rows.map((row) => row.word)
}

export interface Found extends Listed {
  /** The newest message that contains all words; null if they are spread over several messages. */
  seq: number | null
}
type SearchedMessage = Pick<Found, 'id'> & { seq: number }
/** Above this number of matching messages, the search walks conversations instead of sorting matches. */
const gatheredMax = 1_000
const contactsMax = 200
const subjectsMax = 200

/** Conversations that a text search query finds, or this number. */
export interface SearchQuery {
  query: string
  number: number | null
}
const matchesQuery = (integration_id: string, { query, number }: SearchQuery) => sql<boolean>`(
  conversation.number is not distinct from ${number}
  or exists (select from message where message.integration_id = ${integration_id}
    and message.conversation_id = conversation.id and message.search_vector @@ ${query}::tsquery)
  or to_search_vector(conversation.integration_id, folded(conversation.subject)) @@ ${query}::tsquery
  or exists (select from contact where contact.integration_id = ${integration_id}
    and contact.id = conversation.contact_id
    and to_search_vector(contact.integration_id, contact.search_text) @@ ${query}::tsquery))`

/**
 * The newest visible conversations that contain the words. Rare words use the text search index. Frequent
 * words walk the conversations from the newest, which finds enough matches quickly.
 *
 * @param except conversations to leave out
 */
export async function findConversations(
  db: Db,
  viewer: Viewer,
  {
    query,
    number,
    after,
    limit,
    except,
  }: SearchQuery & { after: TimePosition | undefined; limit: number; except?: SearchQuery },
): Promise<Found[]> {
  const { integration_id } = viewer
  const notExcluded = except ? sql`and not ${matchesQuery(integration_id, except)}` : sql``
  const visible = sql`and ${visibleConversations(viewer)} ${notExcluded}`
  const older = after
    ? sql`and (conversation.last_message_at, conversation.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``
  const fromIndex = sql<SearchedMessage>`
    select conversation_id as id, seq from message
    where integration_id = ${integration_id} and search_vector @@ ${query}::tsquery limit ${gatheredMax + 1}`
  const fromNewest = sql<SearchedMessage>`
    select conversation.id, last.seq from conversation cross join lateral (
      select seq from message
      where message.integration_id = conversation.integration_id and conversation_id = conversation.id
        and search_vector @@ ${query}::tsquery
      order by seq desc limit 1) as last
    where conversation.integration_id = ${integration_id} ${visible} ${older}
    order by conversation.last_message_at desc, conversation.id desc limit ${limit}`
  let messages = (await fromIndex.execute(db)).rows
  if (messages.length > gatheredMax) messages = (await fromNewest.execute(db)).rows
  const { rows } = await sql<Found>`
    with candidate as (
      select id, seq from unnest(${messages.map(({ id }) => id)}::uuid[], ${messages.map(({ seq }) => seq)}::int[]) as matched (id, seq)
      union all
        select id, null from conversation where integration_id = ${integration_id} and number = ${number}
      union all (
        select conversation.id, null from conversation where integration_id = ${integration_id}
          and to_search_vector(integration_id, folded(subject)) @@ ${query}::tsquery ${visible} limit ${subjectsMax})
      union all (
        select conversation.id, null from conversation where integration_id = ${integration_id}
          and contact_id in (
            select contact.id from contact where contact.integration_id = ${integration_id}
              and to_search_vector(contact.integration_id, search_text) @@ ${query}::tsquery limit ${contactsMax}))
    )
    select conversation.id, conversation.last_message_at, max(candidate.seq) as seq
    -- One by one: for a thousand candidates, the planner would read all conversations.
    from candidate cross join lateral (
      select id, last_message_at from conversation
      where integration_id = ${integration_id} and id = candidate.id ${visible} limit 1) as conversation
    where true ${older}
    group by conversation.id, conversation.last_message_at
    order by last_message_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

/** Loads the matched messages by conversation and `seq`. */
export async function readMatches(db: Db, integration_id: string, matches: readonly Found[]) {
  const messages = matches.flatMap(({ id, seq }) => (seq === null ? [] : [{ id, seq }]))
  if (messages.length === 0) return []
  return db
    .selectFrom('message')
    .where('integration_id', '=', integration_id)
    .where(
      sql<boolean>`(conversation_id, seq) in (select * from unnest(${messages.map(({ id }) => id)}::uuid[], ${messages.map(({ seq }) => seq)}::int[]))`,
    )
    .select(['conversation_id', 'seq', 'author', 'author_name', 'kind', 'body', 'sent_at'])
    .execute()
}

/**
 * Deletes lexemes that no message contains anymore from the typo index. Each starts with the last six
 * characters of its workspace id.
 */
export async function deleteIndexedWords(
  tx: Tx,
  integration_id: string,
  lexemes: readonly string[],
): Promise<void> {
  if (lexemes.length === 0) return
  // Locks out `indexWords`, which could otherwise insert a word again that is just being deleted.
  await sql`select from search_progress for update`.execute(tx)
  await sql`
    delete from search_word using unnest(${lexemes}::text[]) as used (lexeme)
    where search_word.integration_id = ${integration_id} and word = substr(lexeme, 7)
      and not exists (select from message
        where message.integration_id = ${integration_id} and message.search_vector @@ quote_literal(lexeme)::tsquery)`.execute(
    tx,
  )
}

/** The lengths of words indexed for typo correction. */
const indexed_chars = { from: 4, to: 24 }

/**
 * Indexes the words of messages sent since the last run, with some overlap for transactions that commit late.
 */
export async function indexWords(tx: Tx, now: string): Promise<void> {
  // Prevents a word that is being deleted from being inserted again.
  await sql`select from search_progress for update`.execute(tx)
  await sql`
    with before as (select indexed_until from search_progress)
    insert into search_word (integration_id, word)
    select distinct integration_id, substr(lexeme, 7) from message, unnest(search_vector)
    where sent_at >= (select indexed_until from before) - interval '2 minutes'
      and length(lexeme) between ${indexed_chars.from + 6} and ${indexed_chars.to + 6} and substr(lexeme, 7) !~ '[0-9]'
    order by 1, 2
    on conflict do nothing`.execute(tx)
  await sql`update search_progress set indexed_until = ${now}::timestamptz`.execute(tx)
}
