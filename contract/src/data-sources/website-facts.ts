import { defineRoute } from '../api.ts'
import type * as schema from './website-facts.schema.ts'

export type { WebsiteFacts } from './website-facts.schema.ts'

/** `website-facts`: details read from a website to fill in a new workspace. */

/**
 * Reads one page and stores nothing. A page that can't be read returns neither facts nor a reason, because
 * the reason would reveal which addresses respond.
 */
export const readWebsiteFacts = defineRoute<typeof schema.readWebsiteFacts>()('POST', '/api/website-facts')
