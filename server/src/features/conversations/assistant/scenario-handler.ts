import { startsWithTeam } from '#features/assistant-settings'
import { markHandled, notify } from '#features/notifications'
import { computeSlaDeadline, slaSettings } from '#features/sla'
import { queueAutoAssignment } from '#features/teams'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { emitConversationChanged } from '../reactions/emit.ts'
import type { UpdatedConversation } from '../record/rows.ts'
import * as store from '../record/store.ts'
import { setSlaDeadline, waitingSince } from '../timers/sla-store.ts'

/** Lets a scenario handle the conversation. The customer no longer waits for the team. */
export async function giveToScenario(ctx: Context, tx: Tx, key: store.Key): Promise<void> {
  const changes = { handler: 'scenario', waiting_since: null, due_at: null, sla_remaining_s: null } as const
  const row = await store.updateConversation(tx, key, { ...changes, overdue_at: null })
  if (!row) return
  await emitConversationChanged(tx, row)
  await markHandled(ctx, tx, key)
}

/**
 * Gives a scenario's conversation to the assistant or the team, as a new one. Does nothing to others.
 *
 * @param toTeam whether the team gets it in any case
 */
export async function releaseFromScenario(
  ctx: Context,
  tx: Tx,
  key: store.Key,
  toTeam = false,
): Promise<void> {
  const previous = await store.findConversation(tx, key)
  if (previous?.handler !== 'scenario') return
  const { integration_id, contact_id } = previous
  const isForTeam = toTeam || (await startsWithTeam(ctx, tx, { integration_id, contact_id }))
  const handler = isForTeam ? 'team' : 'assistant'
  const at = isoNow(ctx)
  const isTeam = handler === 'team'
  const row = await store.updateConversation(tx, key, {
    handler,
    ...(isTeam
      ? {
          with_team_since: previous.with_team_since ?? at,
          waiting_since: await waitingSince(tx, { ...previous, handler }),
        }
      : {}),
  })
  if (!row) return
  await emitConversationChanged(tx, isTeam ? { ...row, ...(await startDeadline(ctx, tx, key, row)) } : row)
  if (!isTeam || row.status !== 'open') return
  if (row.team_id) await queueAutoAssignment(tx, integration_id)
  if (row.waiting_since)
    await notify(ctx, tx, {
      ...key,
      kind: 'unassigned',
      actor_name: null,
      ...(row.assignee_id ? { user_ids: [row.assignee_id] } : {}),
      number: row.number,
      seq: row.last_seq,
      preview: row.last_message_preview,
    })
}

async function startDeadline(ctx: Context, tx: Tx, key: store.Key, row: UpdatedConversation) {
  const { settings } = await tx
    .selectFrom('conversation')
    .where('integration_id', '=', key.integration_id)
    .where('id', '=', key.conversation_id)
    .select(slaSettings.as('settings'))
    .executeTakeFirstOrThrow()
  const deadline = computeSlaDeadline(ctx, row, settings)
  if (deadline) await setSlaDeadline(tx, key, deadline, ctx.now())
  return deadline
}
