import {
  type FieldErrorCode,
  type Input,
  type MacroAction,
  macrosChanged,
  macrosMax,
  Problem,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { recordSharedItem } from '#features/audit-log'
import { attachStoredFiles, detachFiles } from '#features/files'
import { findAssignee, type MemberActor, assertCanEditShared } from '#features/integrations'
import { hasTags } from '#features/tags'
import { findTeam } from '#features/teams'
import type { Context, Db, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import * as store from './store.ts'

/** For shared items. */
const right = 'knowledge.manage'

export const listMacros = (ctx: Context, { integration_id, user_id }: MemberActor) =>
  store.listMacros(ctx.db, integration_id, user_id)

/** @throws Problem `not_found` for someone else's personal macro · `forbidden` for a shared one */
async function findEditable(tx: Tx, actor: MemberActor, key: store.Key) {
  const macro = await store.findAnyMacro(tx, key)
  if (macro) assertCanEditShared(actor, macro, right)
  return macro
}

/** Why an action is invalid, as an error code. */
async function rejectedAction(
  db: Db,
  integration_id: string,
  action: MacroAction,
): Promise<FieldErrorCode | undefined> {
  if (action.kind === 'assignee' && action.assignee_id && action.assignee_id !== 'me') {
    const assignee = await findAssignee(db, integration_id, action.assignee_id)
    return typeof assignee === 'string' ? assignee : undefined
  }
  if (action.kind === 'team' && action.team_id)
    return (await findTeam(db, { integration_id, team_id: action.team_id })) ? undefined : 'team_unknown'
  if (action.kind !== 'tags') return undefined
  const ids = [...action.add, ...action.remove]
  if (ids.length === 0) return 'required'
  return (await hasTags(db, integration_id, ids)) ? undefined : 'tag_unknown'
}
/** @throws Problem `invalid_input` on `actions` */
async function checkActions(db: Db, integration_id: string, actions: readonly MacroAction[]): Promise<void> {
  const kinds = actions.map(({ kind }) => (kind === 'snooze' ? 'status' : kind))
  if (new Set(kinds).size < kinds.length) throw validationError('actions', 'action_twice')
  for (const action of actions) {
    const problem = await rejectedAction(db, integration_id, action)
    if (problem) throw validationError('actions', problem)
  }
}

export const saveMacro = (
  ctx: Context,
  actor: MemberActor,
  { macro_id, is_shared, name, actions, file_ids }: Input<typeof contract.saveMacro>,
) =>
  ctx.transaction(async (tx) => {
    const { integration_id, user_id } = actor
    const key = { integration_id, macro_id }
    const owner_id = is_shared ? null : user_id
    assertCanEditShared(actor, { owner_id }, right)
    await store.lockMacros(tx, integration_id)
    const before = await findEditable(tx, actor, key)
    if (await store.isNameTaken(tx, key, user_id, name)) throw validationError('name', 'name_taken')
    if (!before && (await store.countMacros(tx, integration_id)) >= macrosMax)
      throw validationError('name', `too_many:${macrosMax}`)
    await checkActions(tx, integration_id, actions)
    const attachments = await attachStoredFiles(ctx, tx, actor, {
      file_ids: actions.some(({ kind }) => kind === 'reply') ? file_ids : [],
      is_shared,
      before: before?.file_ids,
    })
    const macro = await store.upsertMacro(tx, {
      integration_id,
      id: macro_id,
      owner_id,
      name,
      actions,
      attachments,
      updated_at: isoNow(ctx),
    })
    await recordSharedItem(ctx, tx, actor, { item: 'macro', subject: name, before, after: { owner_id } })
    tx.emit(macrosChanged, { integration_id })
    return macro
  })

export const deleteMacro = (
  ctx: Context,
  actor: MemberActor,
  { macro_id }: Input<typeof contract.deleteMacro>,
) =>
  ctx.transaction(async (tx) => {
    const key = { integration_id: actor.integration_id, macro_id }
    const macro = await findEditable(tx, actor, key)
    if (!macro) throw new Problem('not_found')
    await store.deleteMacroRow(tx, key)
    await recordSharedItem(ctx, tx, actor, { item: 'macro', subject: macro.name, before: macro })
    await detachFiles(ctx, tx, actor.integration_id, macro.file_ids)
    tx.emit(macrosChanged, { integration_id: actor.integration_id })
    return null
  })
