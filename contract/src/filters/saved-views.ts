import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './saved-views.schema.ts'

export type { ListOf, SavedView } from './saved-views.schema.ts'

export const viewNameCharsMax = 40
/** Maximum number of shared views, and of private views per member. */
export const savedViewsMax = 50

/** Lists the shared views, then the caller's own, each in order. */
export const listSavedViews = defineRoute<typeof schema.listSavedViews>()(
  'GET',
  '/api/integration/:integration_id/saved-view',
)
/** Counts the conversations in each saved view of the inbox. */
export const countSavedViews = defineRoute<typeof schema.countSavedViews>()(
  'GET',
  '/api/integration/:integration_id/saved-view-counts',
)
/**
 * Creates the view with this id at the end of the list, or updates it in place. The same call restores a
 * deleted view. Members manage their own views; shared ones need `views.manage`.
 * @throws Problem `invalid_input` on `name`: the member already sees a view of that name, or there are
 * `savedViewsMax`
 */
export const saveView = defineRoute<typeof schema.saveView>()(
  'PUT',
  '/api/integration/:integration_id/saved-view/:saved_view_id',
)
/**
 * Sorts the given views in this order. Other views, and those that the caller can't move, keep their
 * position.
 */
export const reorderSavedViews = defineRoute<typeof schema.reorderSavedViews>()(
  'POST',
  '/api/integration/:integration_id/saved-view-order',
)
export const deleteSavedView = defineRoute<typeof schema.deleteSavedView>()(
  'DELETE',
  '/api/integration/:integration_id/saved-view/:saved_view_id',
)
/**
 * A view was created, changed, moved or deleted. Clients reload their list, because each member sees a
 * different one.
 */
export const savedViewsChanged = defineEvent<typeof schema.savedViewsChanged>()(
  'SavedViewsChanged',
  workspaceChannel,
)
