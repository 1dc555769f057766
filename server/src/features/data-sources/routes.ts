import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import { verified } from '#features/accounts'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as documents from './documents.ts'
import * as folders from './folders.ts'
import { pushKey } from './push-key.ts'
import { importSavedAnswers } from './saved-answers.ts'
import * as itemService from './item-service.ts'
import * as service from './service.ts'
import { readWebsiteFacts } from './website-facts.ts'

const factsLimit = { name: 'website-facts', points: 30, per_s: 10 * 60 }
const confirmLimit = { name: 'confirm-website', points: 20, per_s: 10 * 60 }
const see = member('workspace.see')
const read = member('conversations.see')
const manage = member('knowledge.manage')

export function dataSourceRoutes(on: On) {
  on(contract.listDataSources, schemas.listDataSources, see, service.listDataSources)
  on(contract.getDataSource, schemas.getDataSource, see, service.getDataSource)
  on(contract.createWebsiteSource, schemas.createWebsiteSource, manage, service.createWebsiteSource)
  on(contract.createTextSource, schemas.createTextSource, manage, service.createTextSource)
  on(contract.createApiSource, schemas.createApiSource, manage, service.createApiSource)
  on(contract.createPushKey, schemas.createPushKey, manage, documents.createPushKey)
  on(contract.putDocuments, schemas.putDocuments, pushKey, documents.putDocuments, {
    body_bytes_max: contract.documentsBytesMax,
  })
  on(contract.deleteDocuments, schemas.deleteDocuments, pushKey, documents.deleteDocuments)
  on(contract.listDocuments, schemas.listDocuments, pushKey, documents.listDocuments)
  on(contract.createQuestionSource, schemas.createQuestionSource, manage, service.createQuestionSource)
  on.upload(contract.importSavedAnswers, schemas.importSavedAnswers, manage, importSavedAnswers, {
    bytes_max: contract.answersFileBytesMax,
  })
  on.upload(contract.uploadFileSource, schemas.uploadFileSource, manage, service.uploadFileSource, {
    bytes_max: contract.fileBytesMax,
  })
  on(contract.updateDataSource, schemas.updateDataSource, manage, service.updateDataSource)
  on(contract.syncDataSource, schemas.syncDataSource, manage, service.syncDataSource)
  on(contract.confirmDataSource, schemas.confirmDataSource, manage, service.confirmDataSource, {
    limits: [{ limit: confirmLimit }],
    slot: 'brief',
  })
  on(contract.stopDataSource, schemas.stopDataSource, manage, service.stopDataSource)
  on(contract.deleteDataSource, schemas.deleteDataSource, manage, service.deleteDataSource)
  on(contract.listDataSourceItems, schemas.listDataSourceItems, see, itemService.listDataSourceItems)
  on(contract.getDataSourceItem, schemas.getDataSourceItem, see, itemService.getDataSourceItem)
  on(contract.updateDataSourceItem, schemas.updateDataSourceItem, manage, itemService.updateDataSourceItem)
  on(contract.listSourceFolder, schemas.listSourceFolder, see, folders.listSourceFolder)
  on(contract.updateSourceFolder, schemas.updateSourceFolder, manage, folders.updateSourceFolder)
  on(contract.listItemAnswers, schemas.listItemAnswers, read, folders.listItemAnswers)
  // It would keep its slot as long as the website takes to respond.
  on(contract.readWebsiteFacts, schemas.readWebsiteFacts, verified, readWebsiteFacts, {
    limits: [{ limit: factsLimit }],
    slot: 'brief',
  })
}
