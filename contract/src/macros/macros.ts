import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './macros.schema.ts'

export type { MacroAction, Macro } from './macros.schema.ts'

/*
 * Several actions on a conversation under one name.
 */

export const macroNameCharsMax = 60
export const macroActionsMax = 10
/** The most shared macros of a workspace, and the most of each member. */
export const macrosMax = 500
export const macroSnoozeMax_h = 24 * 90

/** Lists the team's macros and the caller's own, by name. */
export const listMacros = defineRoute<typeof schema.listMacros>()(
  'GET',
  '/api/integration/:integration_id/macro',
)
/**
 * Creates or updates the macro with this id. Members who can reply manage their own macros; shared ones
 * require the right to manage canned replies.
 * @throws Problem `invalid_input` on `name`: taken, or there are `macrosMax`; on `actions`: two of one kind,
 * both a status and a snooze, or a member, team or tag that doesn't exist; on `file_ids`: one doesn't exist
 * or belongs to someone else
 */
export const saveMacro = defineRoute<typeof schema.saveMacro>()(
  'PUT',
  '/api/integration/:integration_id/macro/:macro_id',
)
export const deleteMacro = defineRoute<typeof schema.deleteMacro>()(
  'DELETE',
  '/api/integration/:integration_id/macro/:macro_id',
)
/**
 * A macro was created, changed or deleted. Clients reload their list, because each member sees a different one.
 */
export const macrosChanged = defineEvent<typeof schema.macrosChanged>()('MacrosChanged', workspaceChannel)

/**
 * Runs all actions of a macro, or none. The caller chooses the id; a repeated call does nothing more. A reply
 * is sent as usual: immediately to a customer who is online, otherwise after a few seconds.
 * @throws Problem `invalid_input` on `fields.{id}` if it resolves the conversation and a required field is
 * empty; `fields` can provide it
 */
export const runMacro = defineRoute<typeof schema.runMacro>()(
  'POST',
  '/api/integration/:integration_id/conversation/:conversation_id/macro',
)
/**
 * Undoes a macro: restores the conversation, except what has changed since. Sent messages and notes stay; a
 * reply that can still be undone isn't sent. Repeating the call changes nothing.
 */
export const undoMacro = defineRoute<typeof schema.undoMacro>()(
  'POST',
  '/api/integration/:integration_id/conversation/:conversation_id/macro/:run_id/undo',
)
