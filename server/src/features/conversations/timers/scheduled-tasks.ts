import { type BehaviorSettings, undoMerge_ms } from '@ozvi/contract'
import type { Context, Db } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { derivedId } from '#platform/secrets/derived-id.ts'
import { append } from '../messages/append.ts'
import * as clockStore from './sla-store.ts'
import { isDeleted } from '../record/deletion-store.ts'
import { deleteMergesBefore } from '../merging/merge-store.ts'
import { type ConversationRow, visitorOf } from '../record/rows.ts'
import * as store from '../record/store.ts'
import { systemEvent } from '../messages/system-event.ts'

/*
 * Scheduled tasks: marks overdue replies, resolves inactive conversations and reopens snoozed ones. Also
 * finds the conversation that continues one resolved long ago.
 */

const batch = 200
const day_ms = 86_400_000
/** A message to a conversation that was resolved before this time starts a new one. */
export const reopenableSince = (now: number, { reopen_days }: Pick<BehaviorSettings, 'reopen_days'>) =>
  new Date(now - reopen_days * day_ms).toISOString()

/** Adds an event when a reply becomes overdue. Called by the scheduler. */
export async function markOverdue(ctx: Context): Promise<void> {
  const now = isoNow(ctx)
  for (const { integration_id, id: conversation_id } of await clockStore.listDue(ctx.db, now, batch)) {
    const key = { integration_id, conversation_id }
    const entry = systemEvent({ event: 'overdue' }, false)
    await ctx.transaction((tx) =>
      append(ctx, tx, key, entry, { overdue_at: now, missed_target: true }, { due_by: now }),
    )
  }
}

/** Resolves conversations that were inactive for the configured number of days. Called by the scheduler. */
export async function resolveInactive(ctx: Context): Promise<void> {
  const now = isoNow(ctx)
  for (const { integration_id, id: conversation_id } of await clockStore.listInactive(ctx.db, now, batch)) {
    const key = { integration_id, conversation_id }
    const entry = systemEvent({ event: 'timed_out', status: 'resolved' }, true)
    const changes = { status: 'resolved', resolved_at: now } as const
    await ctx.transaction((tx) => append(ctx, tx, key, entry, changes, { is_silent: true }))
  }
}

/**
 * Reopens snoozed conversations whose time has come. They move in the lists to the time of reopening and
 * become unread. Called by the scheduler.
 */
export async function unsnoozeDue(ctx: Context): Promise<void> {
  const now = isoNow(ctx)
  for (const { integration_id, id: conversation_id } of await clockStore.listDueSnoozes(ctx.db, now, batch)) {
    const key = { integration_id, conversation_id }
    const entry = systemEvent({ event: 'unsnoozed', status: 'open' }, false)
    const changes = {
      status: 'open',
      snoozed_until: null,
      last_message_at: now,
      visitor_message_at: store.lastActivityForCustomer,
      unsnoozed_seq: store.seqOfEntry,
    } as const
    await ctx.transaction((tx) => append(ctx, tx, key, entry, changes, { asleep_until: now }))
  }
}

/** Deletes undo data of merges that can't be undone anymore. Called by the scheduler. */
export async function deleteOldMerges(ctx: Context): Promise<void> {
  await ctx.transaction((tx) => deleteMergesBefore(tx, new Date(ctx.now() - undoMerge_ms).toISOString()))
}

/** Whether a message to it starts a new conversation. */
export const isOver = (
  { status, resolved_at }: Pick<ConversationRow, 'status' | 'resolved_at'>,
  reopenable_since: string,
): boolean =>
  status === 'resolved' && resolved_at !== null && Date.parse(resolved_at) < Date.parse(reopenable_since)

/**
 * Returns the conversation a customer's message belongs to. Merged conversations continue in their target. If
 * it was deleted, or resolved too long ago to be reopened, returns its follow-up, the same one for every message.
 */
export async function findOrCreateOpenConversation(
  db: Db,
  key: store.Key & { visitor_id: string },
  reopenable_since: string,
): Promise<{ conversation_id: string; is_there: boolean; follows: { id: string; number: number } | null }> {
  let { conversation_id } = key
  let follows: { id: string; number: number } | null = null
  for (;;) {
    const row = await store.findConversation(db, { ...key, conversation_id })
    const isTheirs = row !== undefined && visitorOf(row) === key.visitor_id
    if (isTheirs && row.merged_into_id) {
      conversation_id = row.merged_into_id
      continue
    }
    if (!row && (await isDeleted(db, { ...key, conversation_id }))) {
      conversation_id = derivedId(`${conversation_id}:deleted`)
      continue
    }
    if (!isTheirs || !isOver(row, reopenable_since))
      return { conversation_id, is_there: row !== undefined, follows }
    follows = { id: row.id, number: row.number }
    // Derived from its predecessor, so two concurrent late messages start only one conversation.
    conversation_id = derivedId(`${row.id}:${Date.parse(row.resolved_at ?? '')}`)
  }
}
