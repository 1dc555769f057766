import {
  type Conversation,
  fillVariables,
  Problem,
  type Rule,
  type RuleAct,
  type RuleAction,
} from '@ozvi/contract'
import { findReply } from '#features/canned-replies'
import {
  assignConversationIn,
  assignTeamIn,
  type Doer,
  setPriorityIn,
  setStatusIn,
  setTagsIn,
  speakByRule,
} from '#features/conversations'
import { holdFiles, ofWorkspace } from '#features/files'
import { findWebsite } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'

/** The canned reply with its variables filled for this customer. */
async function replyTo(tx: Tx, { integration_id, contact }: Conversation, canned_reply_id: string) {
  const reply = await findReply(tx, { integration_id, canned_reply_id })
  if (reply?.owner_id !== null) throw new Problem('invalid_input', { canned_reply_id: ['reply_unknown'] })
  const website = await findWebsite(tx, integration_id)
  const body = fillVariables(reply.body, {
    'contact.name': contact.name,
    'workspace.name': website?.name ?? null,
    'member.name': null,
    'member.signature': null,
  })
  return { body, attachments: await holdFiles(tx, ofWorkspace(integration_id), reply.file_ids) }
}

/** @returns the updated conversation; undefined if a message was sent */
async function act(
  ctx: Context,
  tx: Tx,
  doer: Doer,
  row: Conversation,
  action: RuleAction,
): Promise<Conversation | undefined> {
  const key = { integration_id: row.integration_id, conversation_id: row.id }
  switch (action.kind) {
    case 'assign':
      return assignConversationIn(ctx, tx, doer, { ...key, assignee_id: action.assignee_id })
    case 'assign_team':
      return assignTeamIn(ctx, tx, doer, { ...key, team_id: action.team_id })
    case 'add_tags':
      return setTagsIn(ctx, tx, doer, { ...key, add: action.tag_ids, remove: [] })
    case 'remove_tags':
      return setTagsIn(ctx, tx, doer, { ...key, add: [], remove: action.tag_ids })
    case 'set_priority':
      return setPriorityIn(ctx, tx, doer, { ...key, priority: action.priority })
    case 'set_status':
      return setStatusIn(ctx, tx, doer, { ...key, status: action.status })
    case 'snooze': {
      const snoozed_until = new Date(ctx.now() + action.snooze_min * 60_000).toISOString()
      return setStatusIn(ctx, tx, doer, { ...key, status: 'snoozed', snoozed_until })
    }
    case 'add_note':
      await speakByRule(ctx, tx, key, doer, { kind: 'note', body: action.body, locale: row.locale })
      return undefined
    case 'send_reply': {
      const said = await replyTo(tx, row, action.canned_reply_id)
      await speakByRule(ctx, tx, key, doer, { kind: 'text', ...said, locale: row.locale })
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
export async function performAll(
  ctx: Context,
  tx: Tx,
  doer: Doer,
  { actions }: Pick<Rule, 'actions'>,
  read: () => Promise<Conversation | undefined>,
): Promise<RuleAct[]> {
  const acts: RuleAct[] = []
  for (const action of actions) {
    const { kind } = action
    const before = await read()
    if (!before) break
    try {
      const after = await act(ctx, tx, doer, before, action)
      acts.push({ kind, outcome: after && after.version === before.version ? 'unchanged' : 'done' })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      acts.push({ kind, outcome: 'failed', problem: Object.values(error.errors ?? {})[0]?.[0] ?? error.code })
    }
  }
  return acts
}
