import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

export function savedViewRoutes(on: On) {
  on(contract.listSavedViews, schemas.listSavedViews, member('conversations.see'), service.listSavedViews)
  on(
    contract.reorderSavedViews,
    schemas.reorderSavedViews,
    member('conversations.see'),
    service.reorderSavedViews,
  )
  on(contract.deleteSavedView, schemas.deleteSavedView, member('conversations.see'), service.deleteSavedView)
}
