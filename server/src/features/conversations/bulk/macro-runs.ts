import {
  type Attachment,
  type Conversation,
  type FieldChanges,
  fillVariables,
  type Input,
  type MacroAction,
  Problem,
  day_ms,
  hour_ms,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { findPublicProfile, findWebsite, type MemberActor } from '#features/integrations'
import { findMacro } from '#features/macros'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { derivedId } from '#platform/secrets/derived-id.ts'
import { applyChange, type Change, stateOf, revertChanges } from './changes.ts'
import { setFieldsWithTx } from '../record/fields.ts'
import * as runStore from './macro-run-store.ts'
import { toConversation, type ConversationRow } from '../record/rows.ts'
import { cancelHeldWithTx, scheduleWithTx } from '../scheduled/scheduled.ts'
import { markOwnRead, sendWithTx, type Writer } from '../record/service.ts'
import { getAppended } from '../messages/entry.ts'
import * as store from '../record/store.ts'
import { isVisitorOnline } from '../visitor/visitor-presence.ts'

/* Runs a macro on a conversation in one transaction. The previous state is stored for a day to allow undo. */

const kept_ms = day_ms

/** Returns the change an action makes to the conversation itself. */
function changeOf(ctx: Context, action: MacroAction, me: string): Change | undefined {
  switch (action.kind) {
    case 'assignee':
      return { kind: 'assignee', assignee_id: action.assignee_id === 'me' ? me : action.assignee_id }
    case 'team':
    case 'tags':
    case 'priority':
    case 'status':
      return action
    case 'snooze':
      return {
        kind: 'status',
        status: 'snoozed',
        snoozed_until: new Date(ctx.now() + action.hours * hour_ms).toISOString(),
      }
    default:
      return undefined
  }
}
/** Messages first and status last, because a reply sets a status of its own. */
const order: readonly MacroAction['kind'][] = [
  'note',
  'reply',
  'assignee',
  'team',
  'tags',
  'priority',
  'status',
  'snooze',
]

/**
 * @returns the changes to the conversation, and the text to insert into the composer
 * @throws Problem `not_found` if the member can't see the macro; otherwise as its actions
 */
export async function runMacroWithTx(
  ctx: Context,
  tx: Tx,
  actor: Writer,
  previous: ConversationRow,
  { id, macro_id, fields }: { id: string; macro_id: string; fields?: FieldChanges | undefined },
): Promise<{ changes: Change[]; text: string | null; attachments: Attachment[] }> {
  const { integration_id, id: conversation_id } = previous
  const macro = await findMacro(tx, { integration_id, macro_id }, actor.user_id)
  if (!macro) throw new Problem('not_found')
  const profile = await findPublicProfile(tx, integration_id, actor.user_id)
  const website = await findWebsite(tx, integration_id)
  const filled = (body: string) =>
    fillVariables(body, {
      'contact.name': previous.contact_name,
      'member.name': profile?.name ?? actor.name,
      'member.signature': profile?.signature ?? null,
      'workspace.name': website?.name ?? null,
    })
  const changes: Change[] = []
  let text: string | null = null
  let attachments: Attachment[] = []
  const sendOwn = async (message: Parameters<typeof sendWithTx>[4]) =>
    markOwnRead(ctx, tx, getAppended(await sendWithTx(ctx, tx, actor, previous, message)).message)
  if (fields) await setFieldsWithTx(ctx, tx, actor, previous, fields)
  const actions = macro.actions.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  const setsStatus = actions.some(({ kind }) => kind === 'status' || kind === 'snooze')
  for (const action of actions) {
    if (action.kind === 'note') {
      const note = { id: derivedId(`${id} note`), body: filled(action.body), file_ids: [] }
      await sendOwn({ ...note, kind: 'note' })
    } else if (action.kind === 'reply' && !action.is_sent) {
      text = filled(action.body)
      attachments = macro.attachments
    } else if (action.kind === 'reply') {
      const reply = { id, body: filled(action.body), file_ids: macro.file_ids }
      if (isVisitorOnline(ctx, previous)) await sendOwn({ ...reply, kind: 'text' })
      else
        await scheduleWithTx(
          ctx,
          tx,
          actor,
          { integration_id, conversation_id },
          { ...reply, send_at: null, preserve_status: setsStatus },
        )
    }
    const change = changeOf(ctx, action, actor.user_id)
    if (!change) continue
    await applyChange(ctx, tx, actor, { conversation_id, change })
    changes.push(change)
  }
  return { changes, text, attachments }
}

export const runMacro = (
  ctx: Context,
  actor: MemberActor,
  { conversation_id, id, macro_id, fields }: Input<typeof contract.runMacro>,
): Promise<{ conversation: Conversation; text: string | null; attachments: Attachment[] }> =>
  ctx.transaction(async (tx) => {
    const { integration_id, user_id } = actor
    const key = { integration_id, conversation_id }
    if (!(await store.lockConversation(tx, key))) throw new Problem('not_found')
    const previous = await store.findConversation(tx, key)
    if (!previous) throw new Problem('not_found')
    const first = await runStore.findRun(tx, key, id)
    if (first && (first.user_id !== user_id || first.macro_id !== macro_id))
      throw validationError('id', 'id_reused')
    if (first)
      return { conversation: toConversation(previous), text: first.text, attachments: first.attachments }
    const { changes, text, attachments } = await runMacroWithTx(ctx, tx, actor, previous, {
      id,
      macro_id,
      fields,
    })
    await runStore.deleteRunsBefore(tx, integration_id, new Date(ctx.now() - kept_ms).toISOString())
    await runStore.insertRun(tx, {
      ...key,
      id,
      user_id,
      macro_id,
      text,
      attachments,
      before: { state: stateOf(previous), changes },
      created_at: isoNow(ctx),
    })
    const after = await store.findConversation(tx, key)
    return { conversation: toConversation(after ?? previous), text, attachments }
  })

export const undoMacro = (
  ctx: Context,
  actor: MemberActor,
  { conversation_id, run_id }: Input<typeof contract.undoMacro>,
): Promise<Conversation> =>
  ctx.transaction(async (tx) => {
    const key = { integration_id: actor.integration_id, conversation_id }
    const hasConversation = await store.lockConversation(tx, key)
    const run = hasConversation ? await runStore.findRun(tx, key, run_id) : undefined
    if (!run?.before || run.user_id !== actor.user_id) throw new Problem('not_found')
    if (!run.undone_at) {
      await runStore.markUndone(tx, key, run_id, isoNow(ctx))
      await cancelHeldWithTx(ctx, tx, { ...key, id: run_id })
      const { state: previous, changes } = run.before
      await revertChanges(ctx, tx, actor, { conversation_id, previous, changes })
    }
    const after = await store.findConversation(tx, key)
    if (!after) throw new Problem('not_found')
    return toConversation(after)
  })
