import * as z from 'zod/mini'
import { ContactFilter } from './list.ts'
import { text, TimeZone } from '../fields.ts'
import { route } from '../api.ts'
import { SavedView, viewNameCharsMax } from '../filters/saved-views.ts'

/*
 * Segments: saved views of the list of contacts. They are listed, ordered and deleted as those of the inbox are.
 */

/** As `saveView`, for a list of contacts. */
export const saveSegment = route({
  method: 'PUT',
  path: '/api/integration/:integration_id/contact-segment/:saved_view_id',
  input: z.object({ name: text(1, viewNameCharsMax), is_shared: z.boolean(), filter: ContactFilter }),
  output: SavedView,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/** How many contacts there are in each segment now. */
export const countSegments = route({
  method: 'GET',
  path: '/api/integration/:integration_id/contact-segment-counts',
  input: z.object({ time_zone: TimeZone }),
  output: z.record(z.string(), z.int()),
  problems: ['not_found', 'invalid_input'],
})
