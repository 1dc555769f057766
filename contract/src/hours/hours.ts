import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type { Hours } from './hours.schema.ts'
import type * as schema from './hours.schema.ts'

export type { Slot, Holiday, Hours } from './hours.schema.ts'

/** Opening hours of a workspace. */

export const slotsPerDayMax = 4
export const holidaysMax = 60
/** Reply times that can be promised, in minutes. */
export const replyPromises = [5, 15, 30, 60, 120, 240, 480, 1440] as const
export type Schedule = Pick<Hours, 'is_on' | 'time_zone' | 'week' | 'holidays'>

const path = '/api/integration/:integration_id/hours'
/** Returns the opening hours and holidays. */
export const getHours = defineRoute<typeof schema.getHours>()('GET', path)
export const updateHours = defineRoute<typeof schema.updateHours>()('PUT', path)
export const hoursChanged = defineEvent<typeof schema.hoursChanged>()('HoursChanged', workspaceChannel)
