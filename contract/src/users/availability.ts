import { defineEvent, defineRoute } from '../api.ts'
import { minute_ms } from '../durations.ts'
import type { Availability, MemberAvailability } from './availability.schema.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './availability.schema.ts'
import type { Member } from './users.schema.ts'

export type { Availability, MemberAvailability } from './availability.schema.ts'

export const availabilities = ['online', 'away', 'offline'] as const
/** Without a key pressed or a pointer moved on any of their pages for this long, a member is away. */
export const idleAfter_ms = 5 * minute_ms
/** Sets the caller's availability. Also counts as activity. */
export const setAvailability = defineRoute<typeof schema.setAvailability>()(
  'PUT',
  '/api/integration/:integration_id/availability',
)
export const availabilityChanged = defineEvent<typeof schema.availabilityChanged>()(
  'AvailabilityChanged',
  workspaceChannel,
)

/**
 * The availability that others see.
 * @param is_online whether the member has a page of the workspace open: without one they are offline, whatever
 * they chose
 */
export function availabilityNow(
  { availability, is_idle }: Pick<MemberAvailability, 'availability' | 'is_idle'>,
  is_online: boolean,
): Availability {
  if (!is_online) return 'offline'
  return availability === 'online' && is_idle ? 'away' : availability
}

export const applyAvailabilityChanged = (
  list: readonly Member[],
  { user_id, availability, is_idle }: MemberAvailability,
): Member[] =>
  list.map((member) => (member.user_id === user_id ? { ...member, availability, is_idle } : member))
