import { type RawBuilder, sql } from 'kysely'
import { publicName } from '#features/integrations'
import type { Tx } from '#platform/context/context.ts'
import { prepared } from '#platform/database/index.ts'
import { type UpdatedConversation, type MessageRow, noUserId } from '../record/rows.ts'
import { type Changes, type Condition, nextNumber } from '../record/store.ts'
import type { Proposed } from './entry.ts'

interface Next {
  preview: string
  /** The search index; null for entries without text. */
  search_vector: string | null
  changes: Changes
  condition: Condition
  /** JSON expressions over the changed conversation, by reaction. */
  reads: Readonly<Record<string, RawBuilder<unknown>>>
}
export type Reads = Readonly<Record<string, unknown>>

/** The author's public name, or null if it is the same as their own. */
const displayNameOf = ({ key, entry }: Proposed): RawBuilder<string | null> =>
  entry.author === 'member' && entry.is_visible && entry.author_id
    ? sql`(select nullif(${publicName}, ${entry.author_name ?? null}) from member
        join app_user on app_user.id = member.user_id
        where member.integration_id = ${key.integration_id} and member.user_id = ${entry.author_id})`
    : sql`null`

const columns = [
  'integration_id',
  'conversation_id',
  'id',
  'seq',
  'visitor_prev',
  'is_visible',
  'is_first',
  'author',
  'author_id',
  'author_name',
  'author_display_name',
  'kind',
  'body',
  'attachments',
  'citations',
  'details',
  'trace',
  'search_vector',
  'sent_at',
] as const

/** The inserted entry as a row. */
function messageOf(
  { key, entry, at }: Proposed,
  conversation: UpdatedConversation,
  author_display_name: string | null,
): MessageRow {
  const { integration_id, conversation_id } = key
  const { id, author, author_id, author_name = null, kind, body, is_visible } = entry
  const { attachments = [], citations = [], details = {} } = entry
  return {
    integration_id,
    conversation_id,
    seq: conversation.last_seq,
    id,
    visitor_prev: is_visible ? conversation.prev_visitor_seq : 0,
    is_visible,
    is_first: conversation.last_seq === conversation.first_seq,
    author,
    author_id: author_id ?? noUserId,
    author_name,
    author_display_name,
    kind,
    body,
    attachments: [...attachments],
    citations: [...citations],
    details,
    change: null,
    sent_at: at,
  }
}

/**
 * Locks the conversation, reserves its next `seq` and inserts the entry, in one statement. A rollback releases the
 * number, so `seq` has no gaps.
 *
 * @returns undefined if the conversation doesn't match the condition; `is_new: false` if this author has already stored
 *   this id here, and then the transaction must be rolled back
 */
export async function insertNext(
  tx: Tx,
  proposed: Proposed,
  { preview, search_vector, changes, condition, reads }: Next,
): Promise<
  { conversation: UpdatedConversation; message: MessageRow; is_new: boolean; reads: Reads } | undefined
> {
  const { key, entry, at } = proposed
  const { integration_id, conversation_id } = key
  const { id, author, author_id, author_name = null, kind, body, is_visible } = entry
  const { attachments = [], citations = [], details = {}, trace } = entry
  const pairs = Object.entries(reads).map(([name, read]) => sql`${sql.lit(name)}, ${read}`)
  const row = await tx
    .with('updated', (db) =>
      nextNumber(db, key, { author, author_id, is_visible, preview, at }, changes, condition).returning(
        sql<Reads>`json_build_object(${sql.join(pairs)})`.as('reads'),
      ),
    )
    .with('inserted', (db) =>
      db
        .insertInto('message')
        .columns(columns)
        .expression((eb) =>
          eb
            .selectFrom('updated')
            .select([
              sql`${integration_id}::uuid`.as('integration_id'),
              sql`${conversation_id}::uuid`.as('conversation_id'),
              sql`${id}::uuid`.as('id'),
              'last_seq',
              (is_visible ? sql`prev_visitor_seq` : sql`0`).as('visitor_prev'),
              sql`${is_visible}::boolean`.as('is_visible'),
              sql`last_seq = first_seq`.as('is_first'),
              sql`${author}::text`.as('author'),
              sql`${author_id ?? noUserId}::uuid`.as('author_id'),
              sql`${author_name}::text`.as('author_name'),
              displayNameOf(proposed).as('author_display_name'),
              sql`${kind}::text`.as('kind'),
              sql`${body}::text`.as('body'),
              sql`${JSON.stringify(attachments)}::jsonb`.as('attachments'),
              sql`${JSON.stringify(citations)}::jsonb`.as('citations'),
              sql`${JSON.stringify(details)}::jsonb`.as('details'),
              sql`${trace ? JSON.stringify(trace) : null}::jsonb`.as('trace'),
              sql`${search_vector}::tsvector`.as('search_vector'),
              sql`${at}::timestamptz`.as('sent_at'),
            ]),
        )
        .onConflict((conflict) =>
          conflict.columns(['integration_id', 'conversation_id', 'author_id', 'id']).doNothing(),
        )
        .returning(['seq', 'author_display_name']),
    )
    .selectFrom('updated')
    .leftJoin('inserted', (join) => join.onTrue())
    .selectAll('updated')
    .select(['inserted.author_display_name', sql<boolean>`inserted.seq is not null`.as('is_new')])
    .$if(entry.kind === 'text', (query) => query.modifyEnd(prepared))
    .executeTakeFirst()
  if (!row) return undefined
  const { author_display_name, is_new, reads: read, ...conversation } = row
  return {
    conversation,
    message: messageOf(proposed, conversation, author_display_name),
    is_new,
    reads: read,
  }
}
