import { type Destination, destinationOf, isForHubspot, queueConversation } from '#features/hubspot'
import { reaction } from './reaction.ts'

/** Queues the conversation's note and ticket in HubSpot. */
export const hubspot = reaction<Destination | null>({
  name: 'HubSpot',
  when: ({ entry, conversation }) => isForHubspot(entry) && !conversation.is_test,
  read: ({ key, entry }) => (isForHubspot(entry) ? destinationOf(key.integration_id) : undefined),
  async run(_ctx, tx, { key, entry, conversation }, destination) {
    if (!destination) return
    const isHandOver = entry.kind === 'hand_over'
    await queueConversation(tx, key, destination, {
      isHandOver,
      isResolved: conversation.status === 'resolved',
    })
  },
})
