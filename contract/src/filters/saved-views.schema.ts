import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { ConversationFilter, InboxView } from '../conversations/filter.schema.ts'
import { Id, text, TimeZone } from '../fields.schema.ts'
import { savedViewsMax, viewNameCharsMax } from './saved-views.ts'

/** The items that a saved view lists; for contacts it is called a segment. */
export const ListOf = z.enum(['conversations', 'contacts'])
export type ListOf = z.infer<typeof ListOf>

/** A saved filter with a name. */
export const SavedView = z.object({
  id: Id,
  integration_id: Id,
  list: ListOf,
  name: z.string(),
  /** The member who owns it; null if it is shared with the team. */
  owner_id: z.nullable(Id),
  /** For conversations: the view that it narrows down. */
  view: InboxView,
  /** As URL parameters: see `parseFilter` and, for contacts, `ContactFilter`. */
  filter: z.record(z.string(), z.string()),
})
export type SavedView = z.infer<typeof SavedView>
export const listSavedViews = schemas({
  input: z.object({ list: z._default(ListOf, 'conversations') }),
  output: z.array(SavedView),
  problems: ['not_found', 'invalid_input'],
})
export const countSavedViews = schemas({
  input: z.object({ time_zone: TimeZone }),
  output: z.record(z.string(), z.int()),
  problems: ['not_found', 'invalid_input'],
})
export const saveView = schemas({
  input: z.object({
    name: text(1, viewNameCharsMax),
    is_shared: z.boolean(),
    view: z._default(InboxView, 'all'),
    filter: ConversationFilter,
  }),
  output: SavedView,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const reorderSavedViews = schemas({
  input: z.object({
    list: z._default(ListOf, 'conversations'),
    ids: z.array(Id).check(z.maxLength(savedViewsMax * 2)),
  }),
  output: z.array(SavedView),
  problems: ['not_found', 'invalid_input'],
})
export const deleteSavedView = schemas({
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
export const savedViewsChanged = z.object({ integration_id: Id })
