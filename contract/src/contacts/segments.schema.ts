import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { text, TimeZone } from '../fields.schema.ts'
import { SavedView } from '../filters/saved-views.schema.ts'
import { viewNameCharsMax } from '../filters/saved-views.ts'
import { ContactFilter } from './list.schema.ts'

export const saveSegment = schemas({
  input: z.object({ name: text(1, viewNameCharsMax), is_shared: z.boolean(), filter: ContactFilter }),
  output: SavedView,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const countSegments = schemas({
  input: z.object({ time_zone: TimeZone }),
  output: z.record(z.string(), z.int()),
  problems: ['not_found', 'invalid_input'],
})
