import { applyConversationChanged, type Conversation, type InboxRow, listConversations } from '@ozvi/contract'
import type { Owner } from './caller.ts'
import { createReading } from './thread.ts'

/**
 * The team's list as the app keeps it: loaded when the channel becomes live, and again if events arrived in the
 * meantime; otherwise events are applied.
 */
export function createInbox({ caller, integration }: Owner) {
  let rows: InboxRow[] = []
  const reading = createReading(async () => {
    const read = async (view: 'all' | 'automated') => {
      const matches: InboxRow[] = []
      let cursor: string | undefined
      do {
        const page = await caller.call(listConversations, {
          integration_id: integration.id,
          view,
          limit: 100,
          ...(cursor ? { cursor } : {}),
        })
        matches.push(...page.items)
        cursor = page.next ?? undefined
      } while (cursor)
      return matches
    }
    rows = [...(await read('all')), ...(await read('automated'))]
  })
  return {
    rows: () => rows,
    live: reading.ask,
    received(changed: Conversation) {
      if (reading.isReading) reading.ask()
      else rows = applyConversationChanged(rows, changed)
    },
    close: reading.close,
  }
}
export type Inbox = ReturnType<typeof createInbox>
