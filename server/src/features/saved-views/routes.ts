import * as contract from '@ozvi/contract'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

export function savedViewRoutes(on: On) {
  on(contract.listSavedViews, member('conversations.see'), service.listSavedViews)
  on(contract.reorderSavedViews, member('conversations.see'), service.reorderSavedViews)
  on(contract.deleteSavedView, member('conversations.see'), service.deleteSavedView)
}
