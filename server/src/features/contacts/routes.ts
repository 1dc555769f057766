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

const see = member('conversations.see')
const answer = member('conversations.answer')
const manage = member('contacts.manage')

export function contactRoutes(on: On) {
  listRoutes(on)
  recordRoutes(on)
  timelineRoutes(on)
  identityRoutes(on)
  visitorRoutes(on)
}

function listRoutes(on: On) {
  on(contract.listContacts, schemas.listContacts, see, service.listContacts)
  on(contract.countContacts, schemas.countContacts, see, service.countContacts)
  on(contract.getContactColumns, schemas.getContactColumns, see, columns.getContactColumns)
  on(contract.saveContactColumns, schemas.saveContactColumns, see, columns.saveContactColumns)
  on(contract.saveSegment, schemas.saveSegment, see, service.saveSegment)
  on(contract.countSegments, schemas.countSegments, see, service.countSegments)
  on(contract.listOnlineVisitors, schemas.listOnlineVisitors, see, listOnlineVisitors)
}

function recordRoutes(on: On) {
  on(contract.getContact, schemas.getContact, see, service.getContact)
  on(contract.createContact, schemas.createContact, manage, service.createContact)
  on(contract.updateContact, schemas.updateContact, answer, service.updateContact)
  on(contract.mergeContact, schemas.mergeContact, manage, merges.mergeContact)
  on(contract.undoContactMerge, schemas.undoContactMerge, manage, merges.undoContactMerge)
  on(contract.listBlockedContacts, schemas.listBlockedContacts, see, blocking.listBlockedContacts)
  on(contract.blockContact, schemas.blockContact, answer, blocking.blockContact)
  on(contract.unblockContact, schemas.unblockContact, answer, blocking.unblockContact)
  on(contract.listContactFields, schemas.listContactFields, see, contactFields.listOf)
  on(contract.createContactField, schemas.createContactField, manage, contactFields.create)
  on(contract.updateContactField, schemas.updateContactField, manage, contactFields.update)
  on(contract.deleteContactField, schemas.deleteContactField, manage, contactFields.remove)
}

function timelineRoutes(on: On) {
  on(contract.listContactTimeline, schemas.listContactTimeline, see, timeline.listContactTimeline)
  on(contract.createContactNote, schemas.createContactNote, answer, timeline.createContactNote)
  on(contract.updateContactNote, schemas.updateContactNote, answer, timeline.updateContactNote)
  on(contract.deleteContactNote, schemas.deleteContactNote, answer, timeline.deleteContactNote)
  on(contract.restoreContactNote, schemas.restoreContactNote, answer, timeline.restoreContactNote)
}

function identityRoutes(on: On) {
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
}

function visitorRoutes(on: On) {
  on(contract.describeVisitor, schemas.describeVisitor, writingVisitor, service.describeVisitor)
  on(contract.recordPageVisit, schemas.recordPageVisit, visitor, service.recordPageVisit)
  on(contract.endVisitorSession, schemas.endVisitorSession, visitor, service.endVisitorSession)
}
