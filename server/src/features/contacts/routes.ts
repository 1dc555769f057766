import * as contract from '@ozvi/contract'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import { visitor } from './guards.ts'
import { listOnlineVisitors } from './online.ts'
import * as service from './service.ts'

export function contactRoutes(on: On) {
  on(contract.listContacts, member('conversations.see'), service.listContacts)
  on(contract.countContacts, member('conversations.see'), service.countContacts)
  on(contract.listOnlineVisitors, member('conversations.see'), listOnlineVisitors)
  on(contract.getContact, member('conversations.see'), service.getContact)
  on(contract.updateContact, member('conversations.answer'), service.updateContact)
  on(contract.describeVisitor, visitor, service.describeVisitor)
  on(contract.recordPageVisit, visitor, service.recordPageVisit)
  on(contract.endVisitorSession, visitor, service.endVisitorSession)
}
