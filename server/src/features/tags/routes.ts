import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as service from './service.ts'

const see = member('workspace.see')
const manage = member('tags.manage')

export function tagRoutes(on: On) {
  on(contract.listTags, schemas.listTags, see, service.listTags)
  on(contract.countTags, schemas.countTags, see, service.countTags)
  on(contract.createTag, schemas.createTag, manage, service.createTag)
  on(contract.updateTag, schemas.updateTag, manage, service.updateTag)
  on(contract.deleteTag, schemas.deleteTag, manage, service.deleteTag)
  on(contract.restoreTag, schemas.restoreTag, manage, service.restoreTag)
  on(contract.mergeTag, schemas.mergeTag, manage, service.mergeTag)
}
