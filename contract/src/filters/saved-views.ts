import * as z from 'zod/mini'
import { workspaceChannel } from '../channels.ts'
import { ConversationFilter, InboxView } from '../conversations/filter.ts'
import { Id, text, TimeZone } from '../fields.ts'
import { event, Nothing, route } from '../api.ts'

export const viewNameCharsMax = 40
/** As many of the team's, and as many of one member's own. */
export const savedViewsMax = 50

/** What a saved view is a list of; of contacts it is called a segment. */
export const ListOf = z.enum(['conversations', 'contacts'])
export type ListOf = z.infer<typeof ListOf>

/** A list that is kept under a name. */
export const SavedView = z.object({
  id: Id,
  integration_id: Id,
  list: ListOf,
  name: z.string(),
  /** Its owner; null if it is shared with the team. */
  owner_id: z.nullable(Id),
  /** Of conversations: the view that it narrows. */
  view: InboxView,
  /** As URL parameters: see `parseFilter` and, for contacts, `ContactFilter`. */
  filter: z.record(z.string(), z.string()),
})
export type SavedView = z.infer<typeof SavedView>

/** The team's, then one's own, each in their order. */
export const listSavedViews = route({
  method: 'GET',
  path: '/api/integration/:integration_id/saved-view',
  input: z.object({ list: z._default(ListOf, 'conversations') }),
  output: z.array(SavedView),
  problems: ['not_found'],
})
/** How many conversations there are now in each of those of the inbox. */
export const countSavedViews = route({
  method: 'GET',
  path: '/api/integration/:integration_id/saved-view-counts',
  input: z.object({ time_zone: TimeZone }),
  output: z.record(z.string(), z.int()),
  problems: ['not_found', 'invalid_input'],
})
/**
 * Creates the view with this id at the end of the list, or updates it in place. The same call restores a
 * deleted view. Members manage their own views; shared ones need `views.manage`.
 * @throws Problem `invalid_input` on `name`: the member already sees a view of that name, or there are
 * `savedViewsMax`
 */
export const saveView = route({
  method: 'PUT',
  path: '/api/integration/:integration_id/saved-view/:saved_view_id',
  input: z.object({
    name: text(1, viewNameCharsMax),
    is_shared: z.boolean(),
    view: z._default(InboxView, 'all'),
    filter: ConversationFilter,
  }),
  output: SavedView,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/** Puts the named ones in this order; whichever is not named, or not one's to move, keeps its place. */
export const reorderSavedViews = route({
  method: 'POST',
  path: '/api/integration/:integration_id/saved-view-order',
  input: z.object({
    list: z._default(ListOf, 'conversations'),
    ids: z.array(Id).check(z.maxLength(savedViewsMax * 2)),
  }),
  output: z.array(SavedView),
  problems: ['not_found', 'invalid_input'],
})
export const deleteSavedView = route({
  method: 'DELETE',
  path: '/api/integration/:integration_id/saved-view/:saved_view_id',
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
/**
 * A view was created, changed, moved or deleted. Clients reload their list, because each member sees a
 * different one.
 */
export const savedViewsChanged = event('SavedViewsChanged', {
  data: z.object({ integration_id: Id }),
  channel: workspaceChannel,
})
