import { isOpenAt } from '@ozvi/contract/opening-intervals'
import { queueAutoAssignment } from '#features/teams'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import type { Realtime } from '#platform/realtime/index.ts'
import { append } from '../messages/append.ts'
import { systemEvent } from '../messages/system-event.ts'
import * as store from './assignment-store.ts'

/*
 * Assigns waiting conversations to team members, according to the team's setting. There is no queue table:
 * every open, unassigned conversation of the team counts as waiting, and capacity is read each time.
 */

const prefix = 'presence-integration.'

/** Assigns until nothing waits or no member has capacity. Runs as a job, one at a time per workspace. */
export async function autoAssign(ctx: Context, integration_id: string): Promise<void> {
  while (await ctx.transaction((tx) => autoAssignOne(ctx, tx, integration_id)));
}

/** Filters online members by their working hours. Members without hours always count as working. */
async function availableMembers(ctx: Context, tx: Tx, integration_id: string, onlineIds: readonly string[]) {
  const now = ctx.now()
  return (await store.listWeeks(tx, integration_id, onlineIds))
    .filter(({ week, time_zone }) => !week || isOpenAt({ is_on: true, time_zone, week, holidays: [] }, now))
    .map(({ user_id }) => user_id)
}

/** @returns whether to try again */
async function autoAssignOne(ctx: Context, tx: Tx, integration_id: string): Promise<boolean> {
  const onlineIds = ctx.presence.members(`${prefix}${integration_id}`)
  if (onlineIds.length === 0) return false
  await store.lockAutoAssignment(tx, integration_id)
  const ready = await availableMembers(ctx, tx, integration_id, onlineIds)
  const gift = ready.length > 0 ? await store.findNextToAssign(tx, integration_id, ready) : undefined
  if (!gift) return false
  const { conversation_id, team_id, team_name, assignment_mode, user_id, name } = gift
  const entry = systemEvent(
    { event: 'auto_assigned', assignee_name: name, team_name, assignment_mode },
    false,
  )
  const key = { integration_id, conversation_id }
  // The conversation may have been taken or closed since it was selected. Then the next one is tried.
  const { kind } = await append(ctx, tx, key, entry, {
    changes: { assignee_id: user_id },
    condition: { unassigned_in: team_id },
  })
  if (kind === 'appended') await store.recordAssignment(tx, { integration_id, team_id, user_id }, isoNow(ctx))
  return true
}

/** Runs auto-assignment in every workspace where something waits. Called by the scheduler. */
export async function autoAssignEverywhere(ctx: Context): Promise<void> {
  for (const { integration_id } of await store.listWithWaiting(ctx.db)) await autoAssign(ctx, integration_id)
}

/** After a restart all members reconnect at the same time. Collect them, so each workspace runs once. */
const gather_ms = 100

/** Triggers auto-assignment when a member opens a page of the workspace. Runs until closed. */
export function watchMembers(ctx: Context, realtime: Pick<Realtime, 'watch'>): { close(): Promise<void> } {
  const arrived = new Set<string>()
  let gathering: ReturnType<typeof setTimeout> | undefined
  let working = Promise.resolve()
  async function check() {
    gathering = undefined
    const ids = [...arrived]
    arrived.clear()
    for (const integration_id of ids) await ctx.transaction((tx) => queueAutoAssignment(tx, integration_id))
  }
  const stopWatching = realtime.watch({
    memberAdded(channel) {
      if (!channel.startsWith(prefix)) return
      arrived.add(channel.slice(prefix.length))
      gathering ??= setTimeout(() => {
        working = check().catch((error: unknown) =>
          ctx.log.warn(
            { err: error },
            'assignment: failed to assign waiting conversations; the scheduled job will',
          ),
        )
      }, gather_ms)
    },
  })
  return {
    async close() {
      stopWatching()
      clearTimeout(gathering)
      await working
    },
  }
}
