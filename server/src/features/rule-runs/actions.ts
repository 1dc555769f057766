import {
  type Conversation,
  fillVariables,
  Problem,
  type Rule,
  type RuleRunAction,
  type RuleAction,
} from '@ozvi/contract'
import { findReply } from '#features/canned-replies'
import {
  assignConversationWithTx,
  assignTeamWithTx,
  type WorkspaceActor,
  setPriorityWithTx,
  setStatusWithTx,
  setTagsWithTx,
  sendAutomatedMessage,
} from '#features/conversations'
import { claimFiles, ofWorkspace } from '#features/files'
import { findWebsite } from '#features/integrations'
import { startByRule } from '#features/scenario-runs'
import type { Context, Tx } from '#platform/context/context.ts'
import { validationError } from '#platform/http/validation-error.ts'

/** The canned reply with its variables filled for this customer. */
async function replyTo(tx: Tx, { integration_id, contact }: Conversation, canned_reply_id: string) {
  const reply = await findReply(tx, { integration_id, canned_reply_id })
  if (reply?.owner_id !== null) throw validationError('canned_reply_id', 'reply_unknown')
  const website = await findWebsite(tx, integration_id)
  const body = fillVariables(reply.body, {
    'contact.name': contact.name,
    'workspace.name': website?.name ?? null,
    'member.name': null,
    'member.signature': null,
  })
  return { body, attachments: await claimFiles(tx, ofWorkspace(integration_id), reply.file_ids) }
}

/** @returns the updated conversation; undefined if a message was sent or a scenario was started */
async function runAction(
  ctx: Context,
  tx: Tx,
  actor: WorkspaceActor,
  row: Conversation,
  action: RuleAction,
): Promise<Conversation | undefined> {
  const key = { integration_id: row.integration_id, conversation_id: row.id }
  switch (action.kind) {
    case 'assign':
      return assignConversationWithTx(ctx, tx, actor, { ...key, assignee_id: action.assignee_id })
    case 'assign_team':
      return assignTeamWithTx(ctx, tx, actor, { ...key, team_id: action.team_id })
    case 'add_tags':
      return setTagsWithTx(ctx, tx, actor, { ...key, add: action.tag_ids, remove: [] })
    case 'remove_tags':
      return setTagsWithTx(ctx, tx, actor, { ...key, add: [], remove: action.tag_ids })
    case 'set_priority':
      return setPriorityWithTx(ctx, tx, actor, { ...key, priority: action.priority })
    case 'set_status':
      return setStatusWithTx(ctx, tx, actor, { ...key, status: action.status })
    case 'snooze': {
      const snoozed_until = new Date(ctx.now() + action.snooze_min * 60_000).toISOString()
      return setStatusWithTx(ctx, tx, actor, { ...key, status: 'snoozed', snoozed_until })
    }
    case 'add_note':
      await sendAutomatedMessage(ctx, tx, key, actor, { kind: 'note', body: action.body, locale: row.locale })
      return undefined
    case 'send_reply': {
      const text = await replyTo(tx, row, action.canned_reply_id)
      await sendAutomatedMessage(ctx, tx, key, actor, { kind: 'text', ...text, locale: row.locale })
      return undefined
    }
    case 'start_scenario': {
      await startByRule(ctx, tx, key, { scenario_id: action.scenario_id, by: actor })
      return undefined
    }
  }
}

/**
 * Runs the actions of a rule in order. A rejected action, such as assigning to a member who has left, doesn't
 * stop the others, because it is rejected before anything is written.
 *
 * @param read reads the current conversation
 */
export async function runActions(
  ctx: Context,
  tx: Tx,
  actor: WorkspaceActor,
  { actions }: Pick<Rule, 'actions'>,
  read: () => Promise<Conversation | undefined>,
): Promise<RuleRunAction[]> {
  const results: RuleRunAction[] = []
  for (const action of actions) {
    const { kind } = action
    const before = await read()
    if (!before) break
    try {
      const after = await runAction(ctx, tx, actor, before, action)
      results.push({ kind, outcome: after && after.version === before.version ? 'unchanged' : 'done' })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      results.push({
        kind,
        outcome: 'failed',
        problem: Object.values(error.errors ?? {})[0]?.[0] ?? error.code,
      })
    }
  }
  return results
}
