import { defineRoute } from '../api.ts'
import type * as schema from './segments.schema.ts'

/*
 * Segments: saved views of the list of contacts. They are listed, ordered and deleted as those of the inbox are.
 */

/** As `saveView`, for a list of contacts. */
export const saveSegment = defineRoute<typeof schema.saveSegment>()(
  'PUT',
  '/api/integration/:integration_id/contact-segment/:saved_view_id',
)
/** How many contacts there are in each segment now. */
export const countSegments = defineRoute<typeof schema.countSegments>()(
  'GET',
  '/api/integration/:integration_id/contact-segment-counts',
)
