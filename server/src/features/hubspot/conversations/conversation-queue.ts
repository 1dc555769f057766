import type { Message } from '@ozvi/contract'
import type { Tx } from '#platform/context/context.ts'
import { syncJob } from '../jobs.ts'
import * as store from './conversation-store.ts'

export { type Destination, destinationOf } from './conversation-store.ts'

const statusEvents = [
  'status_changed',
  'reopened',
  'timed_out',
  'confirmed',
  'unsnoozed',
  'unsnoozed_by_customer',
]

/** Whether an entry can change the note or the ticket of its conversation: a handover, or a change of the status. */
export const isForHubspot = ({
  kind,
  details,
}: {
  kind: Message['kind']
  details?: Message['details'] | undefined
}): boolean => kind === 'hand_over' || statusEvents.includes(details?.event ?? '')

/**
 * Queues the note and the ticket of a conversation, in the transaction of the entry: both when it is handed over, the
 * note also when it is resolved, and an existing ticket with every change of the status.
 */
export async function queueConversation(
  tx: Tx,
  key: { integration_id: string; conversation_id: string },
  { hub_id, sends_notes, sends_tickets }: store.Destination,
  { isHandOver, isResolved }: { isHandOver: boolean; isResolved: boolean },
): Promise<void> {
  const { integration_id, conversation_id } = key
  const object = { integration_id, hub_id, conversation_id }
  const isNote = sends_notes && (isHandOver || isResolved)
  if (isNote) await store.markWaiting(tx, { ...object, kind: 'note' })
  const mark = isHandOver ? store.markWaiting : store.markKnownWaiting
  const isTicket = sends_tickets && (await mark(tx, { ...object, kind: 'ticket' }))
  if (isNote || isTicket) await tx.enqueue(syncJob, { integration_id }, { singleton_key: integration_id })
}
