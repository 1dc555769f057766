import { findListeners, queueWebhooks } from '#features/webhooks'
import type { Context, Tx } from '#platform/context/context.ts'
import * as store from './store.ts'

/** Queues an event of a contact for the workspace's own webhooks; call it after the change. */
export async function queueContactWebhook(
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  { integration_id, contact_id }: store.Key,
  event: 'contact.created' | 'contact.updated',
): Promise<void> {
  const listeners = await findListeners(tx, integration_id, [event])
  if (listeners.length === 0) return
  const contact = await store.findContactRow(tx, { integration_id, contact_id })
  if (!contact) return
  const subject = { integration_id, subject_id: contact_id }
  await queueWebhooks({ now }, tx, { ...subject, events: [event], listeners, data: { contact } })
}
