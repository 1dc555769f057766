import { randomUUID } from 'node:crypto'
import {
  type AnswerTrace,
  conversationChanged,
  conversationChannel,
  conversationHidden,
  type Message,
  messageSent,
  Problem,
  visitorConversationChanged,
  type VisitorMessage,
  visitorMessageSent,
} from '@ozvi/contract'
import { sql } from 'kysely'
import { emitVisibilityChange } from '#features/contacts'
import { linkToMessage } from '#features/files'
import { findPublicProfile } from '#features/integrations'
import { audienceFor } from '#features/visibility'
import { noCause, triggerRules, type Causation } from '#features/rules'
import { computeSlaDeadline } from '#features/sla'
import type { Context, Db, Tx } from '#platform/context/context.ts'
import {
  toConversation,
  toMessage,
  toVisitorConversation,
  toVisitorMessage,
  type UpdatedConversation,
  type ConversationRow,
  type MessageRow,
  noUserId,
  visitorOf,
} from '../record/rows.ts'
import { metricsColumns } from '../record/metrics-columns.ts'
import { triggerAutoAssignment } from '../assignment/trigger.ts'
import { ruleEventsOf } from '../reactions/rule-events.ts'
import { waitsForEmail } from '../outbound/reply-mail-store.ts'
import { notifyMembers } from '../reactions/notify-members.ts'
import { indexedWords } from '../listing/search-words.ts'
import * as clockStore from '../timers/sla-store.ts'
import { findDuplicateMessage } from '../merging/reorder-store.ts'
import * as messageStore from './message-store.ts'
import * as readStore from '../reading/read-store.ts'
import * as store from '../record/store.ts'
import { previewOf } from './preview.ts'
import { subjectOf } from './subject.ts'

/** Message kinds without text. The inbox row keeps showing the previous message. */
export const nonTextKinds: readonly Message['kind'][] = ['event', 'ai_notice', 'hand_over', 'rating']

export interface Entry extends Pick<Message, 'id' | 'author' | 'kind' | 'body'> {
  author_id?: string | null
  author_name?: string | null
  /** Already locked in this transaction. */
  attachments?: Message['attachments']
  citations?: Message['citations']
  details?: Message['details']
  /** How the assistant arrived at the answer. */
  trace?: AnswerTrace | undefined
  /** Notes and some events are visible to the team only. */
  is_visible: boolean
  led_by?: Causation | undefined
}
/** Who acts, as shown in the thread: a member, or a rule without a user. */
export interface Actor {
  user_id: string | null
  name: string
  led_by?: Causation
}
export interface Appended {
  conversation: UpdatedConversation
  message: MessageRow
}

/** Rolls back a resend whose first attempt is already stored. */
class Repeated extends Error {
  override name = 'Repeated'
}

/** The conversation was merged: repeat the operation on its target. */
export class Merged extends Problem {
  constructor() {
    super('invalid_input', { conversation_id: ['conversation_merged'] })
  }
}
async function assertNotMerged(tx: Tx, key: store.Key, condition: store.Condition) {
  if (Object.keys(condition).some((name) => name !== 'visitor_id')) return
  if ((await store.findConversation(tx, key))?.merged_into_id) throw new Merged()
}

/**
 * A conversation started by the team gets its subject from the first message to the customer, never from a
 * note.
 */
const subjectFrom = ({ body, attachments = [], is_visible }: Entry, preview: string): store.Changes =>
  preview && is_visible
    ? {
        subject: sql<string>`case when conversation.subject = '' and conversation.begun_by is not null
          then ${subjectOf({ body, attachments })} else conversation.subject end`,
      }
    : {}

type PublicProfile = Awaited<ReturnType<typeof findPublicProfile>>

/** Notifies members who can't see the conversation (anymore), so their clients remove it. */
function emitHidden(
  tx: Tx,
  { integration_id, id: conversation_id, version, unseen_by }: UpdatedConversation,
) {
  if (!unseen_by) return
  const hidden = { integration_id, conversation_id, version }
  tx.emit(conversationHidden, hidden, hidden, { only: unseen_by })
  tx.evict(conversationChannel({ conversation_id }), unseen_by)
}

/**
 * Emits the change to the team and, as far as it concerns them, to the visitor.
 *
 * @param author the profile of the author, if already loaded; often the assignee
 */
export async function emitConversationChanged(
  tx: Tx,
  row: UpdatedConversation,
  author?: PublicProfile,
): Promise<void> {
  const { integration_id, assignee_id } = row
  const conversation = toConversation(row)
  tx.emit(conversationChanged, conversation, conversation, audienceFor(row))
  emitHidden(tx, row)
  if (row.moves_reach) await emitVisibilityChange(tx, { integration_id, contact_id: row.contact_id })
  if (row.last_visitor_seq === 0) return // started by the team, nothing sent to the customer yet
  let assignee = author
  if (author?.user_id !== assignee_id)
    assignee = assignee_id ? await findPublicProfile(tx, integration_id, assignee_id) : undefined
  tx.emit(
    visitorConversationChanged,
    toVisitorConversation({
      ...row,
      assignee_name: assignee?.name ?? null,
      assignee_avatar: assignee?.avatar_id,
    }),
    { visitor_id: visitorOf(row) },
  )
}

/** Adds the author's public avatar to a message. */
export async function forVisitor(db: Db, row: MessageRow): Promise<VisitorMessage> {
  const profile =
    row.author === 'member' ? await findPublicProfile(db, row.integration_id, row.author_id) : undefined
  return toVisitorMessage({ ...row, author_avatar: profile?.avatar_id })
}

/** Recomputes the SLA deadline after a change. */
async function updateSlaDeadline(
  ctx: Context,
  tx: Tx,
  row: UpdatedConversation,
): Promise<UpdatedConversation> {
  const clock = await computeSlaDeadline(tx, row, ctx.now())
  if (!clock) return row
  await clockStore.setSlaDeadline(tx, { integration_id: row.integration_id, conversation_id: row.id }, clock)
  return { ...row, ...clock }
}

/**
 * Appends an entry, applies the changes to the conversation and emits both.
 *
 * @param changing the changes, or a function of the entry's time
 *
 * @returns undefined if the conversation doesn't match `condition` or doesn't exist
 * @throws Merged if it was merged and `condition` doesn't depend on its state
 * @throws Repeated if this author has already sent this id; the transaction must be rolled back
 */
export async function append(
  ctx: Context,
  tx: Tx,
  key: store.Key,
  entry: Entry,
  changing: store.Changes | ((at: string) => store.Changes) = {},
  condition: store.Condition = {},
): Promise<Appended | undefined> {
  const { id, kind, body, attachments = [], author_id, is_visible } = entry
  const at = new Date(ctx.now()).toISOString()
  const changes = typeof changing === 'function' ? changing(at) : changing
  const preview = nonTextKinds.includes(kind) ? '' : previewOf({ body, attachments })
  const updated = await store.nextNumber(
    tx,
    key,
    { author: entry.author, author_id, is_visible, preview, at },
    {
      ...metricsColumns(entry, changes, at),
      ...subjectFrom(entry, preview),
      ...(entry.author === 'member' && is_visible && kind === 'text'
        ? waitsForEmail(key.integration_id, at)
        : {}),
      ...changes,
    },
    condition,
  )
  if (!updated) {
    await assertNotMerged(tx, key, condition)
    return undefined
  }
  const conversation = await updateSlaDeadline(ctx, tx, updated)
  const profile =
    entry.author === 'member' && is_visible && author_id
      ? await findPublicProfile(tx, key.integration_id, author_id)
      : undefined
  const message = await insertEntry(tx, conversation, entry, at, profile)
  const isKnown = conversation.has_moved && author_id && (await findDuplicateMessage(tx, key, author_id, id))
  if (!message || isKnown) throw new Repeated()
  if (kind === 'event' && entry.details?.event !== 'woken_by_clock')
    await readStore.keepReadUpTo(tx, key, message.seq)
  if (attachments.length > 0)
    await linkToMessage(
      tx,
      message,
      attachments.map(({ id }) => id),
    )
  tx.emit(messageSent, toMessage(message), key, audienceFor(conversation))
  if (is_visible)
    tx.emit(visitorMessageSent, toVisitorMessage({ ...message, author_avatar: profile?.avatar_id }), {
      visitor_id: visitorOf(conversation),
    })
  await emitConversationChanged(tx, conversation, profile)
  await triggerAutoAssignment(tx, conversation, changes)
  // Messages marked as spam are stored but notify no one.
  if (entry.author === 'contact' && conversation.status === 'spam') return { conversation, message }
  await notifyMembers(ctx, tx, conversation, toMessage(message))
  const happened = { ...key, seq: message.seq, at, ...(entry.led_by ?? noCause) }
  await triggerRules(tx, happened, ruleEventsOf(message))
  return { conversation, message }
}

/**
 * Inserts an entry with the `seq` reserved for it.
 *
 * @param profile public profile of the member who wrote a message visible to customers
 *
 * @returns undefined if this author has already stored this id here
 */
function insertEntry(
  tx: Tx,
  conversation: ConversationRow,
  entry: Entry,
  at: string,
  profile: PublicProfile,
) {
  const { integration_id, id: conversation_id, last_seq, first_seq, prev_visitor_seq } = conversation
  const { id, author, author_id, author_name = null, kind, body, is_visible } = entry
  const { attachments = [], citations = [], details = {}, trace = null } = entry
  return messageStore.insertMessage(tx, {
    integration_id,
    conversation_id,
    id,
    seq: last_seq,
    visitor_prev: is_visible ? prev_visitor_seq : 0,
    is_visible,
    is_first: last_seq === first_seq,
    author,
    author_id: author_id ?? noUserId,
    author_name,
    shown_name: profile && profile.name !== author_name ? profile.name : null,
    kind,
    body,
    attachments,
    citations,
    details,
    trace,
    words: nonTextKinds.includes(kind) ? null : indexedWords(integration_id, body),
    sent_at: at,
  })
}

/** @throws Problem `invalid_input` on `body` if there is neither text nor a file */
export function assertNotEmpty({ body, file_ids }: { body: string; file_ids: readonly string[] }): void {
  if (!body && file_ids.length === 0) throw new Problem('invalid_input', { body: ['required'] })
}

/** Adds an event to the thread and applies the change to the conversation. */
export const appendEvent = (
  ctx: Context,
  tx: Tx,
  key: store.Key,
  by: Actor,
  details: Message['details'],
  is_visible: boolean,
  changes: store.Changes,
  condition: store.Condition = {},
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
        : { author: 'system', details: { ...details, rule_name: by.name } }),
      is_visible,
      led_by: by.led_by,
    },
    changes,
    condition,
  )

/**
 * Makes a send idempotent: a repeated call returns the stored result of the first.
 *
 * @throws Problem `invalid_input` on `id` if the id was used for different content
 */
export async function once(
  ctx: Context,
  key: store.Key,
  submitted: { author_id: string; id: string; body: string; file_ids?: readonly string[]; kind: string },
  work: () => Promise<Appended | undefined>,
): Promise<MessageRow> {
  try {
    const appended = await work()
    if (!appended) throw new Problem('not_found')
    return appended.message
  } catch (error) {
    if (!(error instanceof Repeated)) throw error
    const { author_id, id } = submitted
    const find = (at?: { conversation_id: string }) =>
      at && messageStore.findMessage(ctx.db, { ...key, ...at }, author_id, id)
    const first = (await find(key)) ?? (await find(await findDuplicateMessage(ctx.db, key, author_id, id)))
    const file_ids = first?.attachments.map(({ id }) => id).join()
    // An edited message no longer has its original text, so it isn't compared.
    const isSame =
      first?.change ||
      (first?.body === submitted.body &&
        first.kind === submitted.kind &&
        file_ids === [...new Set(submitted.file_ids ?? [])].join())
    if (!first || !isSame) throw new Problem('invalid_input', { id: ['id_reused'] })
    return first
  }
}
