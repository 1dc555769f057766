import * as contract from '@ozvi/contract'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

const see = member('workspace.see')
const manage = member('tags.manage')

export function tagRoutes(on: On) {
  on(contract.listTags, see, service.listTags)
  on(contract.countTags, see, service.countTags)
  on(contract.createTag, manage, service.createTag)
  on(contract.updateTag, manage, service.updateTag)
  on(contract.deleteTag, manage, service.deleteTag)
  on(contract.restoreTag, manage, service.restoreTag)
  on(contract.mergeTag, manage, service.mergeTag)
}
