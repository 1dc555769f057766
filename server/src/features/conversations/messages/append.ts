import { randomUUID } from 'node:crypto'
import type { Message } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { indexedWords } from '../listing/search-words.ts'
import { findDuplicateMessage } from '../merging/reorder-store.ts'
import { waitsForEmail } from '../outbound/reply-mail-store.ts'
import { reactionReads, runReactions, settle } from '../reactions/table.ts'
import { metricsColumns } from '../record/metrics-columns.ts'
import type { MessageRow } from '../record/rows.ts'
import * as store from '../record/store.ts'
import { insertNext } from './append-store.ts'
import { type Actor, type Entry, type Outcome, type Proposed, nonTextKinds } from './entry.ts'
import { findMessage } from './message-store.ts'
import { previewOf } from './preview.ts'
import { subjectOf } from './subject.ts'

interface AppendOptions {
  /** Changes to the conversation, or a function of the entry's time that returns them. */
  changes?: store.Changes | ((at: string) => store.Changes)
  /** Nothing is appended unless the conversation matches it. */
  condition?: store.Condition
}

/** Appends an entry, applies the changes to the conversation and runs the reactions. */
export async function append(
  ctx: Context,
  tx: Tx,
  key: store.Key,
  entry: Entry,
  { changes: changing = {}, condition = {} }: AppendOptions = {},
): Promise<Outcome> {
  const at = isoNow(ctx)
  const changes = typeof changing === 'function' ? changing(at) : changing
  const proposed: Proposed = { key, entry, changes, at }
  const isText = !nonTextKinds.includes(entry.kind)
  const preview = isText ? previewOf({ attachments: [], ...entry }) : ''
  const inserted = await insertNext(tx, proposed, {
    preview,
    search_vector: isText ? indexedWords(key.integration_id, entry.body) : null,
    changes: { ...impliedChanges(proposed, preview), ...changes },
    condition,
    reads: reactionReads(proposed),
  })
  if (!inserted) return mergedOrAbsent(tx, key, condition)
  const first = await findFirst(tx, proposed, inserted)
  if (first) {
    tx.rollBack()
    return { kind: 'repeated', message: first }
  }
  const { message, reads } = inserted
  const stored = { ...proposed, conversation: inserted.conversation, message }
  const conversation = await settle(ctx, tx, stored, reads)
  for (const { by, details } of await runReactions(ctx, tx, { ...stored, conversation }, reads))
    await appendEvent(ctx, tx, key, { by, details })
  return { kind: 'appended', conversation, message }
}

/** The changes that every entry of this kind makes. */
function impliedChanges({ key, entry, changes, at }: Proposed, preview: string): store.Changes {
  const { author, kind, body, attachments = [], is_visible } = entry
  return {
    ...metricsColumns(entry, changes, at),
    // A conversation started by the team gets its subject from the first message to the customer, never from a note.
    ...(preview && is_visible
      ? {
          subject: sql<string>`case when conversation.subject = '' and conversation.started_by is not null
            then ${subjectOf({ body, attachments })} else conversation.subject end`,
        }
      : {}),
    ...(author === 'member' && is_visible && kind === 'text' ? waitsForEmail(key.integration_id, at) : {}),
  }
}

/** Explains why no conversation matched. */
async function mergedOrAbsent(tx: Tx, key: store.Key, condition: store.Condition): Promise<Outcome> {
  const { visitor_id: _, unless_resolved_before: __, ...state } = condition
  const row = Object.keys(state).length > 0 ? undefined : await store.findConversation(tx, key)
  return row?.merged_into_id ? { kind: 'merged', into_id: row.merged_into_id } : { kind: 'absent' }
}

/** Finds the message that this author has already sent with this id. A merge may have moved it to another conversation. */
async function findFirst(
  tx: Tx,
  { key, entry: { author_id, id } }: Proposed,
  { conversation, is_new }: NonNullable<Awaited<ReturnType<typeof insertNext>>>,
): Promise<MessageRow | undefined> {
  if (!author_id) return undefined
  if (!is_new) return findMessage(tx, key, author_id, id)
  const moved = conversation.has_moved_messages && (await findDuplicateMessage(tx, key, author_id, id))
  return moved ? findMessage(tx, { ...key, ...moved }, author_id, id) : undefined
}

const causeOf = ({ name, scenario }: Actor) => (scenario ? { scenario } : { rule_name: name })

interface ThreadEvent {
  by: Actor
  details: Message['details']
  /** Whether the visitor sees it. */
  is_visible?: boolean
  changes?: store.Changes
  condition?: store.Condition
}

/** Adds an event to the thread and applies the changes to the conversation. */
export const appendEvent = (
  ctx: Context,
  tx: Tx,
  key: store.Key,
  { by, details, is_visible = false, changes = {}, condition = {} }: ThreadEvent,
) =>
  append(
    ctx,
    tx,
    key,
    {
      id: randomUUID(),
      kind: 'event',
      body: '',
      ...(by.user_id
        ? { author: 'member', author_id: by.user_id, author_name: by.name, details }
        : { author: 'system', details: { ...details, ...causeOf(by) } }),
      is_visible,
      caused_by: by.caused_by,
    },
    { changes, condition },
  )
