import * as z from 'zod/mini'
import { workspaceChannel } from './channels.ts'
import { Id } from './fields.ts'
import { event, route } from './api.ts'

/** The availability that a member chose. */
export const Availability = z.enum(['online', 'away', 'offline'])
export type Availability = z.infer<typeof Availability>
/** Without a key pressed or a pointer moved on any of their pages for this long, a member is away. */
export const idleAfter_ms = 5 * 60 * 1000

export const MemberAvailability = z.object({
  integration_id: Id,
  user_id: Id,
  availability: Availability,
  /** Away by the clock: none of their pages has been touched for `idleAfter_ms`. */
  is_idle: z.boolean(),
})
export type MemberAvailability = z.infer<typeof MemberAvailability>
/** The caller's own availability. Setting it also counts as activity. */
export const setAvailability = route({
  method: 'PUT',
  path: '/api/integration/:integration_id/availability',
  input: z.object({ availability: z.optional(Availability), is_idle: z.optional(z.boolean()) }),
  output: MemberAvailability,
  problems: ['not_found', 'invalid_input'],
})
/** Applied by `applyAvailabilityChanged`. */
export const availabilityChanged = event('AvailabilityChanged', {
  data: MemberAvailability,
  channel: workspaceChannel,
})

/**
 * The availability that others see.
 * @param is_here whether the member has a page of the workspace open: without one they are offline, whatever
 * they chose
 */
export function availabilityNow(
  { availability, is_idle }: Pick<MemberAvailability, 'availability' | 'is_idle'>,
  is_here: boolean,
): Availability {
  if (!is_here) return 'offline'
  return availability === 'online' && is_idle ? 'away' : availability
}
