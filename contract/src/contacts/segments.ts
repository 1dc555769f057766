import { defineRoute } from '../api.ts'
import type * as schema from './segments.schema.ts'

/*
 * Segments: saved views of the list of contacts. They are listed, ordered and deleted as those of the inbox are.
 */

/** Creates or updates a segment, a saved list of contacts. Works like `saveView`. */
export const saveSegment = defineRoute<typeof schema.saveSegment>()(
  'PUT',
  '/api/integration/:integration_id/contact-segment/:saved_view_id',
)
/** Counts the contacts in each segment. */
export const countSegments = defineRoute<typeof schema.countSegments>()(
  'GET',
  '/api/integration/:integration_id/contact-segment-counts',
)
