import type { RawBuilder } from 'kysely'
import type { Context, Tx } from '#platform/context/context.ts'
import type { Proposed, Stored } from '../messages/entry.ts'
import type { Reads } from '../messages/append-store.ts'
import type { UpdatedConversation } from '../record/rows.ts'
import { autoAssignment } from './auto-assignment.ts'
import { emitToTeam, emitToVisitor, emitConversation } from './emit.ts'
import { files } from './files.ts'
import { hubspot } from './hubspot.ts'
import { notifyMembers } from './notify-members.ts'
import type { FollowUp, Reaction, Settling } from './reaction.ts'
import { readState } from './read-state.ts'
import { automationRules } from './automation-rules.ts'
import { automaticReply } from './automatic-reply.ts'
import { scenarioInterruption } from './scenario-interruption.ts'
import { scenarioStart } from './scenario-start.ts'
import { slaDeadline } from './sla-deadline.ts'
import { webhooks } from './webhooks.ts'

/* The reactions to a new entry of a conversation. They run in this order, in the transaction that stores the entry. */

/** These can change the conversation before anything is emitted. */
export const settlings: readonly Settling[] = [slaDeadline]

export const reactions: readonly Reaction[] = [
  readState,
  files,
  emitToTeam,
  emitToVisitor,
  emitConversation,
  autoAssignment,
  notifyMembers,
  automationRules,
  automaticReply,
  scenarioInterruption,
  scenarioStart,
  webhooks,
  hubspot,
]

/** The JSON expressions that the rows need, by name. */
export function reactionReads(proposed: Proposed): Record<string, RawBuilder<unknown>> {
  const reads: Record<string, RawBuilder<unknown>> = {}
  for (const { name, read } of [...settlings, ...reactions]) {
    const expression = read?.(proposed)
    if (expression) reads[name] = expression
  }
  return reads
}

/** Returns the conversation as it will be emitted. */
export async function settle(
  ctx: Context,
  tx: Tx,
  stored: Stored,
  reads: Reads,
): Promise<UpdatedConversation> {
  let { conversation } = stored
  for (const { name, when, run } of settlings) {
    const now = { ...stored, conversation }
    if (when?.(now) ?? true) conversation = { ...conversation, ...(await run(ctx, tx, now, reads[name])) }
  }
  return conversation
}

/** @returns the events to append */
export async function runReactions(
  ctx: Context,
  tx: Tx,
  stored: Stored,
  reads: Reads,
): Promise<readonly FollowUp[]> {
  const followUps: FollowUp[] = []
  for (const { name, when, run } of reactions) {
    const followUp = (when?.(stored) ?? true) ? await run(ctx, tx, stored, reads[name]) : undefined
    if (followUp) followUps.push(followUp)
  }
  return followUps
}
