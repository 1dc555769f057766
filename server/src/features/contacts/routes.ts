import * as contract from '@ozvi/contract'
import { confirmedMember, member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import * as blocking from './blocking/blocking.ts'
import * as columns from './list/columns.ts'
import { contactFields } from './profile/fields.ts'
import { visitor, writingVisitor } from './guards.ts'
import * as identity from './identity/settings.ts'
import * as merges from './merging/merges.ts'
import { listOnlineVisitors } from './online/online.ts'
import * as service from './service.ts'
import * as timeline from './timeline/timeline.ts'

export function contactRoutes(on: On) {
  on(contract.listContacts, member('conversations.see'), service.listContacts)
  on(contract.countContacts, member('conversations.see'), service.countContacts)
  on(contract.getContactColumns, member('conversations.see'), columns.getContactColumns)
  on(contract.saveContactColumns, member('conversations.see'), columns.saveContactColumns)
  on(contract.saveSegment, member('conversations.see'), service.saveSegment)
  on(contract.countSegments, member('conversations.see'), service.countSegments)
  on(contract.listOnlineVisitors, member('conversations.see'), listOnlineVisitors)
  on(contract.getContact, member('conversations.see'), service.getContact)
  on(contract.updateContact, member('conversations.answer'), service.updateContact)
  on(contract.mergeContact, member('contacts.manage'), merges.mergeContact)
  on(contract.undoContactMerge, member('contacts.manage'), merges.undoContactMerge)
  on(contract.blockContact, member('conversations.answer'), blocking.blockContact)
  on(contract.unblockContact, member('conversations.answer'), blocking.unblockContact)
  on(contract.listContactTimeline, member('conversations.see'), timeline.listContactTimeline)
  on(contract.createContactNote, member('conversations.answer'), timeline.createContactNote)
  on(contract.updateContactNote, member('conversations.answer'), timeline.updateContactNote)
  on(contract.deleteContactNote, member('conversations.answer'), timeline.deleteContactNote)
  on(contract.restoreContactNote, member('conversations.answer'), timeline.restoreContactNote)
  on(contract.listContactFields, member('conversations.see'), contactFields.listOf)
  on(contract.createContactField, member('contacts.manage'), contactFields.create)
  on(contract.updateContactField, member('contacts.manage'), contactFields.update)
  on(contract.deleteContactField, member('contacts.manage'), contactFields.remove)
  on(contract.getIdentitySettings, member('workspace.see'), identity.getIdentitySettings)
  on(contract.updateIdentitySettings, confirmedMember('settings.manage'), identity.updateIdentitySettings)
  on(contract.renewIdentitySecret, confirmedMember('settings.manage'), identity.renewIdentitySecret)
  on(contract.endPreviousSecret, confirmedMember('settings.manage'), identity.endPreviousSecret)
  on(contract.checkIdentityToken, member('settings.manage'), identity.checkIdentityToken)
  on(contract.describeVisitor, writingVisitor, service.describeVisitor)
  on(contract.recordPageVisit, visitor, service.recordPageVisit)
  on(contract.endVisitorSession, visitor, service.endVisitorSession)
}
