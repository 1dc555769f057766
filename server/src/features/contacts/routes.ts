import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
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
  on(contract.listContacts, schemas.listContacts, member('conversations.see'), service.listContacts)
  on(contract.countContacts, schemas.countContacts, member('conversations.see'), service.countContacts)
  on(
    contract.getContactColumns,
    schemas.getContactColumns,
    member('conversations.see'),
    columns.getContactColumns,
  )
  on(
    contract.saveContactColumns,
    schemas.saveContactColumns,
    member('conversations.see'),
    columns.saveContactColumns,
  )
  on(contract.saveSegment, schemas.saveSegment, member('conversations.see'), service.saveSegment)
  on(contract.countSegments, schemas.countSegments, member('conversations.see'), service.countSegments)
  on(contract.listOnlineVisitors, schemas.listOnlineVisitors, member('conversations.see'), listOnlineVisitors)
  on(contract.getContact, schemas.getContact, member('conversations.see'), service.getContact)
  on(contract.createContact, schemas.createContact, member('contacts.manage'), service.createContact)
  on(contract.updateContact, schemas.updateContact, member('conversations.answer'), service.updateContact)
  on(contract.mergeContact, schemas.mergeContact, member('contacts.manage'), merges.mergeContact)
  on(contract.undoContactMerge, schemas.undoContactMerge, member('contacts.manage'), merges.undoContactMerge)
  on(contract.blockContact, schemas.blockContact, member('conversations.answer'), blocking.blockContact)
  on(contract.unblockContact, schemas.unblockContact, member('conversations.answer'), blocking.unblockContact)
  on(
    contract.listContactTimeline,
    schemas.listContactTimeline,
    member('conversations.see'),
    timeline.listContactTimeline,
  )
  on(
    contract.createContactNote,
    schemas.createContactNote,
    member('conversations.answer'),
    timeline.createContactNote,
  )
  on(
    contract.updateContactNote,
    schemas.updateContactNote,
    member('conversations.answer'),
    timeline.updateContactNote,
  )
  on(
    contract.deleteContactNote,
    schemas.deleteContactNote,
    member('conversations.answer'),
    timeline.deleteContactNote,
  )
  on(
    contract.restoreContactNote,
    schemas.restoreContactNote,
    member('conversations.answer'),
    timeline.restoreContactNote,
  )
  on(contract.listContactFields, schemas.listContactFields, member('conversations.see'), contactFields.listOf)
  on(contract.createContactField, schemas.createContactField, member('contacts.manage'), contactFields.create)
  on(contract.updateContactField, schemas.updateContactField, member('contacts.manage'), contactFields.update)
  on(contract.deleteContactField, schemas.deleteContactField, member('contacts.manage'), contactFields.remove)
  on(
    contract.getIdentitySettings,
    schemas.getIdentitySettings,
    member('workspace.see'),
    identity.getIdentitySettings,
  )
  on(
    contract.updateIdentitySettings,
    schemas.updateIdentitySettings,
    confirmedMember('settings.manage'),
    identity.updateIdentitySettings,
  )
  on(
    contract.renewIdentitySecret,
    schemas.renewIdentitySecret,
    confirmedMember('settings.manage'),
    identity.renewIdentitySecret,
  )
  on(
    contract.endPreviousSecret,
    schemas.endPreviousSecret,
    confirmedMember('settings.manage'),
    identity.endPreviousSecret,
  )
  on(
    contract.checkIdentityToken,
    schemas.checkIdentityToken,
    member('settings.manage'),
    identity.checkIdentityToken,
  )
  on(contract.describeVisitor, schemas.describeVisitor, writingVisitor, service.describeVisitor)
  on(contract.recordPageVisit, schemas.recordPageVisit, visitor, service.recordPageVisit)
  on(contract.endVisitorSession, schemas.endVisitorSession, visitor, service.endVisitorSession)
}
