import { undoMerge_ms } from '@ozvi/contract'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { append } from '../messages/append.ts'
import * as slaStore from './sla-store.ts'
import { deleteMergesBefore } from '../merging/merge-store.ts'
import * as store from '../record/store.ts'
import { systemEvent } from '../messages/system-event.ts'

/* Scheduled tasks: mark overdue replies, resolve inactive conversations and reopen snoozed ones. */

const batch = 200
/** Adds an event when a reply becomes overdue. Called by the scheduler. */
export async function markOverdue(ctx: Context): Promise<void> {
  const now = isoNow(ctx)
  for (const { integration_id, id: conversation_id } of await slaStore.listDue(ctx.db, now, batch)) {
    const key = { integration_id, conversation_id }
    const entry = systemEvent({ event: 'overdue' }, false)
    await ctx.transaction((tx) =>
      append(ctx, tx, key, entry, {
        changes: { overdue_at: now, missed_target: true },
        condition: { due_by: now },
      }),
    )
  }
}

/** Resolves conversations that were inactive for the configured number of days. Called by the scheduler. */
export async function resolveInactive(ctx: Context): Promise<void> {
  const now = isoNow(ctx)
  for (const { integration_id, id: conversation_id } of await slaStore.listInactive(ctx.db, now, batch)) {
    const key = { integration_id, conversation_id }
    const entry = systemEvent({ event: 'timed_out', status: 'resolved' }, true)
    const changes = { status: 'resolved', resolved_at: now } as const
    await ctx.transaction((tx) => append(ctx, tx, key, entry, { changes, condition: { is_silent: true } }))
  }
}

/**
 * Reopens snoozed conversations whose time has come. They move in the lists to the time of reopening and
 * become unread. Called by the scheduler.
 */
export async function unsnoozeDue(ctx: Context): Promise<void> {
  const now = isoNow(ctx)
  for (const { integration_id, id: conversation_id } of await slaStore.listDueSnoozes(ctx.db, now, batch)) {
    const key = { integration_id, conversation_id }
    const entry = systemEvent({ event: 'unsnoozed', status: 'open' }, false)
    const changes = {
      status: 'open',
      snoozed_until: null,
      last_message_at: now,
      visitor_message_at: store.lastActivityForCustomer,
      unsnoozed_seq: store.seqOfEntry,
    } as const
    await ctx.transaction((tx) => append(ctx, tx, key, entry, { changes, condition: { asleep_until: now } }))
  }
}

/** Deletes undo data of merges that can't be undone anymore. Called by the scheduler. */
export async function deleteOldMerges(ctx: Context): Promise<void> {
  await ctx.transaction((tx) => deleteMergesBefore(tx, new Date(ctx.now() - undoMerge_ms).toISOString()))
}
