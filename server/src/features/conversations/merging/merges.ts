import {
  type Conversation,
  type ConversationMerge,
  type Input,
  mergedMessagesMax,
  Problem,
  undoMerge_ms,
  day_ms,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { findMember, type MemberActor } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { appendEvent } from '../messages/append.ts'
import { getAppended } from '../messages/entry.ts'
import * as slaStore from '../timers/sla-store.ts'
import { moveDraftsTo } from '../drafts/drafts.ts'
import { reorder, sortByTime } from './reorder.ts'
import * as reorderStore from './reorder-store.ts'
import { answerPending } from '../assistant/return-to-assistant.ts'
import * as mergeStore from './merge-store.ts'
import { assertVisible } from '../record/get-conversation.ts'
import * as readStore from '../reading/read-store.ts'
import { toConversation, type ConversationRow, visitorOf } from '../record/rows.ts'
import { moveScheduledTo } from '../scheduled/scheduled.ts'
import * as store from '../record/store.ts'

/*
 * Merges two conversations of one contact. The entries move, so that search results, quotes, files and links
 * have one location. The source stays as a resolved conversation that links to the target.
 */

/** @throws Problem on `field` if it is already merged or is spam */
export function assertMergeable(row: ConversationRow, field: string): void {
  if (row.merged_into_id) throw validationError(field, 'merged_already')
  if (row.status === 'spam') throw validationError(field, 'merge_spam')
}

export function mergeConversation(
  ctx: Context,
  actor: MemberActor,
  { id, conversation_id, into_id }: Input<typeof contract.mergeConversation>,
): Promise<ConversationMerge> {
  const { integration_id } = actor
  const find = (tx: Tx, id: string) => store.findConversation(tx, { integration_id, conversation_id: id })
  return ctx.transaction(async (tx) => {
    await reorderStore.lockConversations(tx, integration_id, [conversation_id, into_id])
    const [source, target] = [await find(tx, conversation_id), await find(tx, into_id)]
    if (!source || !target) throw new Problem('not_found')
    await assertVisible(tx, actor, into_id)
    const first = await mergeStore.findMerge(tx, { integration_id, merge_id: id })
    if (first?.source_id === source.id && first.target_id === target.id)
      return mergeStore.toMerge(first, source, target)
    if (first) throw validationError('id', 'id_reused')
    if (source.id === target.id) throw validationError('into_id', 'merge_itself')
    assertMergeable(source, 'conversation_id')
    assertMergeable(target, 'into_id')
    if (source.contact_id !== target.contact_id) throw validationError('into_id', 'merge_other_contact')
    if (visitorOf(source) !== visitorOf(target)) throw validationError('into_id', 'merge_other_browser')
    return merge(ctx, tx, actor, { id, source, target })
  })
}

interface MergedConversations {
  source: ConversationRow
  target: ConversationRow
}
async function merge(
  ctx: Context,
  tx: Tx,
  actor: MemberActor,
  { id, source, target }: MergedConversations & { id: string },
): Promise<ConversationMerge> {
  const { integration_id } = actor
  const from = { integration_id, conversation_id: source.id }
  const into = { integration_id, conversation_id: target.id }
  const entries = await reorderStore.listEntries(tx, integration_id, [source.id, target.id])
  if (entries.length > mergedMessagesMax)
    throw validationError('into_id', `merge_too_many:${mergedMessagesMax}`)
  const ids = new Set(entries.map((entry) => `${entry.author_id} ${entry.id}`))
  if (ids.size < entries.length) throw validationError('into_id', 'merge_same_message')
  const moved = entries.filter(({ conversation_id }) => conversation_id === source.id)

  await reorder(ctx, tx, integration_id, [
    { to: source, entries: [] },
    { to: target, entries: sortByTime(entries) },
  ])
  await moveDraftsTo(tx, from, target.id)
  const scheduled_ids = await moveScheduledTo(ctx, tx, from, target.id)
  const at = isoNow(ctx)
  const link = (other: ConversationRow) => ({ other_id: other.id, other_number: other.number, merge_id: id })
  const targetEvent = getAppended(
    await appendEvent(ctx, tx, into, {
      by: actor,
      details: { event: 'merged', ...link(source) },
      is_visible: true,
      changes: {
        ...(await stateOfBoth(tx, source, target)),
        ...newestRating(source, target),
        ...mailTimesOfBoth(source, target),
      },
    }),
  )
  const sourceEvent = getAppended(
    await appendEvent(ctx, tx, from, {
      by: actor,
      details: { event: 'merged_into', ...link(target) },
      is_visible: true,
      changes: {
        status: 'resolved',
        resolved_at: source.resolved_at ?? at,
        ...(source.status === 'resolved' ? { resolved_by: source.resolved_by } : {}),
        snoozed_until: null,
        waiting_since: null,
        // Unassigned, so it isn't reassigned when a member leaves.
        assignee_id: null,
        rating: null,
        rating_comment: null,
        rated_at: null,
        merged_into_id: target.id,
        merged_into_number: target.number,
      },
    }),
  )
  await readBoth(tx, actor, [targetEvent.message, sourceEvent.message])
  // The customer's message has a new `seq`, so it is queued again.
  await answerPending(tx, targetEvent.conversation)
  const created = await mergeStore.insertMerge(tx, {
    integration_id,
    id,
    source_id: source.id,
    target_id: target.id,
    moved: moved.length,
    target_seq: targetEvent.message.seq,
    before: JSON.stringify({ source: stateOf(source), target: stateOf(target), scheduled_ids }),
    at,
  })
  if (!created) throw validationError('id', 'id_reused')
  await mergeStore.insertMoved(tx, { integration_id, merge_id: id }, moved)
  return mergeStore.toMerge(created, source, target)
}

/** The acting member has read the merge event. */
export async function readBoth(
  tx: Tx,
  { integration_id, user_id }: MemberActor,
  events: readonly { conversation_id: string; seq: number }[],
) {
  for (const { conversation_id, seq } of events)
    await readStore.markRead(tx, { integration_id, conversation_id }, user_id, seq)
}

/**
 * The merged state: the team handles it if it handled either, and the customer is waiting if they waited in
 * either.
 */
async function stateOfBoth(tx: Tx, source: ConversationRow, target: ConversationRow): Promise<store.Changes> {
  const isOpen = source.status === 'open' || target.status === 'open'
  const handler = source.handler === 'team' ? 'team' : target.handler
  const sources = Object.entries(source.field_sources).filter(([id]) => target.fields[id] === undefined)
  return {
    handler,
    assignee_id: target.assignee_id ?? source.assignee_id,
    team_id: target.team_id ?? source.team_id,
    tag_ids: [...new Set([...target.tag_ids, ...source.tag_ids])],
    priority: target.priority === 'none' ? source.priority : target.priority,
    fields: JSON.stringify({ ...source.fields, ...target.fields }),
    field_sources: JSON.stringify({ ...target.field_sources, ...Object.fromEntries(sources) }),
    ...(isOpen
      ? {
          status: 'open' as const,
          snoozed_until: null,
          resolved_at: null,
          waiting_since: await slaStore.waitingSince(tx, { ...target, handler }),
        }
      : {}),
  }
}
/** Replies of either conversation that were due for email stay due. */
const mailTimesOfBoth = (source: ConversationRow, target: ConversationRow): store.Changes => ({
  mail_due_at: target.mail_due_at ?? source.mail_due_at,
  mailed_until:
    [source.mailed_until, target.mailed_until].sort((a, b) => (a ?? '').localeCompare(b ?? '')).at(-1) ??
    null,
})
function newestRating(source: ConversationRow, target: ConversationRow): store.Changes {
  const { rating, rating_comment, rated_at } = source
  return rated_at && rated_at > (target.rated_at ?? '') ? { rating, rating_comment, rated_at } : {}
}

type State = mergeStore.MergeRow['before']['source']
function stateOf(row: ConversationRow): State {
  const {
    status,
    snoozed_until,
    resolved_at,
    resolved_by,
    waiting_since,
    handler,
    assignee_id,
    team_id,
    tag_ids,
    rating,
    priority,
    fields,
  }: Conversation = toConversation(row)
  return {
    status,
    snoozed_until,
    resolved_at,
    resolved_by,
    waiting_since,
    handler,
    assignee_id,
    team_id,
    tag_ids,
    rating,
    priority,
    fields,
  }
}
async function revertedChanges(
  tx: Tx,
  integration_id: string,
  { rating, priority: _priority, fields: _fields, ...state }: State,
): Promise<store.Changes> {
  const { assignee_id } = state
  const isMember = assignee_id !== null && (await findMember(tx, integration_id, assignee_id)) !== undefined
  return {
    ...state,
    // Absent in merges stored before the column existed.
    resolved_by: state.status === 'resolved' ? (state.resolved_by ?? 'unknown') : null,
    assignee_id: isMember ? assignee_id : null,
    ...ratingColumns(rating),
  }
}
/** The target without the priority and field values that it got from the merge and still has. */
function revertedValues(
  { source, target }: mergeStore.MergeRow['before'],
  { priority, fields, field_sources }: ConversationRow,
): store.Changes {
  const isFilled = (id: string) => target.fields?.[id] === undefined && fields[id] === source.fields?.[id]
  const remaining = (values: object) =>
    JSON.stringify(Object.fromEntries(Object.entries(values).filter(([id]) => !isFilled(id))))
  return {
    ...(target.fields ? { fields: remaining(fields), field_sources: remaining(field_sources) } : {}),
    ...(target.priority === 'none' && priority === source.priority ? { priority: 'none' } : {}),
  }
}
const ratingColumns = (rating: State['rating']) => ({
  rating: rating?.score ?? null,
  rating_comment: rating?.comment ?? null,
  rated_at: rating?.rated_at ?? null,
})

export function undoMerge(
  ctx: Context,
  actor: MemberActor,
  { merge_id }: Input<typeof contract.undoMerge>,
): Promise<ConversationMerge> {
  const { integration_id } = actor
  const find = (tx: Tx, id: string) => store.findConversation(tx, { integration_id, conversation_id: id })
  return ctx.transaction(async (tx) => {
    const existing = await mergeStore.findMerge(tx, { integration_id, merge_id })
    if (!existing) throw new Problem('not_found')
    // The entries of the source are in the target.
    await assertVisible(tx, actor, existing.target_id)
    await reorderStore.lockConversations(tx, integration_id, [existing.source_id, existing.target_id])
    const [source, target] = [await find(tx, existing.source_id), await find(tx, existing.target_id)]
    const stored = await mergeStore.findMerge(tx, { integration_id, merge_id })
    if (!stored || !source || !target) throw new Problem('not_found')
    if (stored.undone_at) return mergeStore.toMerge(stored, source, target)
    if (ctx.now() - Date.parse(stored.at) > undoMerge_ms)
      throw validationError('merge_id', `merge_undo_late:${undoMerge_ms / day_ms}`)
    if (target.merged_into_id) throw validationError('merge_id', 'merge_undo_first')
    await revertMerge(ctx, tx, actor, stored, { source, target })
    const undone = await mergeStore.setUndone(tx, { integration_id, merge_id }, isoNow(ctx))
    return mergeStore.toMerge(undone, source, target)
  })
}

async function revertMerge(
  ctx: Context,
  tx: Tx,
  actor: MemberActor,
  { id, before: previous, target_seq }: mergeStore.MergeRow,
  { source, target }: MergedConversations,
): Promise<void> {
  const { integration_id } = actor
  const from = { integration_id, conversation_id: source.id }
  const into = { integration_id, conversation_id: target.id }
  const entries = await reorderStore.listEntries(tx, integration_id, [source.id, target.id])
  const moved = new Set(
    (await mergeStore.listMoved(tx, { integration_id, merge_id: id })).map(
      ({ author_id, message_id }) => `${author_id} ${message_id}`,
    ),
  )
  const isReturning = ({ conversation_id, author_id, id: entry_id }: reorderStore.ThreadEntry) =>
    conversation_id === target.id && moved.has(`${author_id} ${entry_id}`)
  await reorder(ctx, tx, integration_id, [
    {
      to: source,
      entries: [
        ...entries.filter(isReturning),
        ...entries.filter((entry) => entry.conversation_id === source.id),
      ],
    },
    {
      to: target,
      entries: entries.filter((entry) => entry.conversation_id === target.id && !isReturning(entry)),
    },
  ])
  const tags = previous.source.tag_ids.filter((tag_id) => !previous.target.tag_ids.includes(tag_id))
  const isSourcesRating = target.rated_at !== null && target.rated_at === previous.source.rating?.rated_at
  const link = (other: ConversationRow) => ({ other_id: other.id, other_number: other.number, merge_id: id })
  const isUntouched = target.last_seq === target_seq
  const targetEvent = getAppended(
    await appendEvent(ctx, tx, into, {
      by: actor,
      details: { event: 'unmerged', ...link(source) },
      is_visible: true,
      changes: {
        ...(isSourcesRating ? ratingColumns(previous.target.rating) : {}),
        ...(isUntouched ? await revertedChanges(tx, integration_id, previous.target) : {}),
        tag_ids: target.tag_ids.filter((tag_id) => !tags.includes(tag_id)),
        ...revertedValues(previous, target),
      },
    }),
  )
  const sourceEvent = getAppended(
    await appendEvent(ctx, tx, from, {
      by: actor,
      details: { event: 'unmerged', ...link(target) },
      is_visible: true,
      changes: {
        ...(await revertedChanges(tx, integration_id, previous.source)),
        tag_ids: source.tag_ids,
        merged_into_id: null,
        merged_into_number: null,
      },
      condition: { even_merged: true },
    }),
  )
  await moveScheduledTo(ctx, tx, into, source.id, previous.scheduled_ids)
  await readBoth(tx, actor, [targetEvent.message, sourceEvent.message])
  await answerPending(tx, targetEvent.conversation)
  await answerPending(tx, sourceEvent.conversation)
}
