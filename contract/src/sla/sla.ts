import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type { Targets } from './sla.schema.ts'
import type * as schema from './sla.schema.ts'

export type { Targets } from './sla.schema.ts'

/** How soon a team wants to reply, when silence ends a conversation, and when replies are emailed. */

/** Minutes of open time that may be aimed at. */
export const replyTargets = [5, 15, 30, 60, 120, 240, 480, 1440, 2880] as const
/** Days of silence that may be allowed. */
export const inactivityDays = [1, 2, 3, 5, 7, 14, 30] as const

/** Days of silence after which a new workspace resolves conversations. */
export const defaultInactivityDays = 3

/** Minutes a customer can be away before replies are emailed. */
export const mailDelays = [2, 10, 60] as const
/** Of them, what a new workspace has. */
export const defaultMailDelay = 2
/** Whether its owner and admins are asked when silence should resolve conversations: once, where it never does. */
export const usesInactivity = ({ resolve_after_days, inactivity_set_at }: Targets): boolean =>
  resolve_after_days === null && inactivity_set_at === null
const path = '/api/integration/:integration_id/targets'
/** Returns the reply targets. */
export const getTargets = defineRoute<typeof schema.getTargets>()('GET', path)
/** Updates the reply targets. They apply to a conversation from its next change on. */
export const updateTargets = defineRoute<typeof schema.updateTargets>()('PUT', path)
export const targetsChanged = defineEvent<typeof schema.targetsChanged>()('TargetsChanged', workspaceChannel)
