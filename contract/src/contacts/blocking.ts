import { defineRoute } from '../api.ts'
import type * as schema from './blocking.schema.ts'

export type { Blocked } from './blocking.schema.ts'

/*
 * A blocked contact can read their conversations but not write: requests are refused with `blocked`. A block
 * with an end expires automatically.
 */

const path = '/api/integration/:integration_id/contact/:contact_id/block'
/** Replaces an existing block. @throws Problem `invalid_input` on `until`: in the past */
export const blockContact = defineRoute<typeof schema.blockContact>()('POST', path)
/** Who is not blocked stays so. */
export const unblockContact = defineRoute<typeof schema.unblockContact>()('DELETE', path)
