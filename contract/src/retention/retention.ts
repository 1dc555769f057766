import { defineRoute } from '../api.ts'
import type * as schema from './retention.schema.ts'

export type { Retention, RetentionPreview, RetentionRun } from './retention.schema.ts'

export const conversationDaysMin = 30
export const conversationDaysMax = 3650

const path = '/api/integration/:integration_id/retention'
/** Returns how long closed conversations are kept and what the last runs have deleted. */
export const getRetention = defineRoute<typeof schema.getRetention>()('GET', path)
/** Counts what a retention period would delete now. */
export const previewRetention = defineRoute<typeof schema.previewRetention>()('GET', `${path}-preview`)
/**
 * Changes how long closed conversations are kept. Older ones are deleted in the background with their messages and
 * files, immediately and then every night. Open, waiting and snoozed conversations aren't deleted.
 */
export const updateRetention = defineRoute<typeof schema.updateRetention>()('PUT', path)
