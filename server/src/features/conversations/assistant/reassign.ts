import { findAssignee, findMember } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import { appendEvent } from '../messages/append.ts'
import { emitConversationChanged } from '../reactions/emit.ts'
import * as store from '../record/store.ts'

interface DepartingMember {
  integration_id: string
  from_user_id: string
  to_user_id: string | null
  by: { user_id: string; name: string }
}

/**
 * Reassigns the conversations of a member who has left. Unfinished ones go to `to_user_id` with an event in
 * the thread. Finished ones become unassigned, so that a returning customer waits for the team.
 */
export async function reassign(
  ctx: Context,
  { integration_id, from_user_id, to_user_id, by }: DepartingMember,
) {
  // The member was invited again in the meantime and keeps their conversations.
  if (await findMember(ctx.db, integration_id, from_user_id)) return
  for (;;) {
    const due = await store.listAssigned(ctx.db, integration_id, from_user_id)
    if (due.length === 0) return
    for (const { id: conversation_id, status } of due) {
      const key = { integration_id, conversation_id }
      await ctx.transaction(async (tx) => {
        if (status === 'resolved' || status === 'spam') {
          const row = await store.updateConversation(tx, key, { assignee_id: null })
          if (row) await emitConversationChanged(tx, row)
          return
        }
        const found = to_user_id ? await findAssignee(tx, integration_id, to_user_id) : null
        const assignee = typeof found === 'string' ? null : found
        const details = { event: 'assigned', assignee_name: assignee?.name ?? null } as const
        await appendEvent(ctx, tx, key, { by, details, changes: { assignee_id: assignee?.user_id ?? null } })
      })
    }
  }
}

/** Sends the member's new public profile to the customers they are talking to. */
export async function emitPublicProfileOf(
  ctx: Context,
  { integration_id, user_id }: { integration_id: string; user_id: string },
) {
  for (const conversation_id of await store.listUnfinished(ctx.db, integration_id, user_id))
    await ctx.transaction(async (tx) => {
      const row = await store.updateConversation(tx, { integration_id, conversation_id }, {})
      if (row) await emitConversationChanged(tx, row)
    })
}
