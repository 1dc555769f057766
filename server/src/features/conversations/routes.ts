import * as contract from '@ozvi/contract'
import * as schemas from '@ozvi/contract/schemas'
import type { FastifyRequest } from 'fastify'
import { anyone } from '#features/accounts'
import { visitor, visitorOrNew, writingVisitor } from '#features/contacts'
import { member } from '#features/integrations'
import { unsubscribeLimit } from '#features/notifications'
import type { On } from '#platform/http/mount.ts'
import { type Limit, ipPrefix } from '#platform/http/rate-limits.ts'
import * as bulk from './bulk/bulk.ts'
import { deleteConversation } from './record/deletion.ts'
import * as drafts from './drafts/drafts.ts'
import { conversationFields, setConversationFields } from './record/fields.ts'
import { returnToAssistant } from './assistant/return-to-assistant.ts'
import * as labels from './record/tags-and-priority.ts'
import * as listing from './listing/listing.ts'
import * as macros from './bulk/macro-runs.ts'
import * as marks from './reading/read-receipts.ts'
import * as merges from './merging/merges.ts'
import * as changes from './messages/message-changes.ts'
import { startConversation, unsubscribeContactEmails } from './outbound/outbound.ts'
import { openReplyLink, sendLinkReply } from './outbound/reply-link.ts'
import { getReplyEmail } from './outbound/reply-mails.ts'
import { sendTranscript } from './outbound/transcript.ts'
import * as ratings from './visitor/ratings.ts'
import * as scheduled from './scheduled/scheduled.ts'
import * as search from './listing/search.ts'
import * as service from './record/service.ts'
import { splitConversation } from './merging/splits.ts'
import * as views from './listing/saved-views.ts'
import { listViewers } from './viewers/viewers.ts'
import * as visitors from './visitor/visitors.ts'

const see = member('conversations.see')
const answer = member('conversations.answer')
const manageFields = member('conversations.fields')

/** An open link page polls every 10 seconds. */
const replyLinkLimit = { name: 'reply-link', points: 120, per_s: 60 }
const visitorMessageLimit = { name: 'visitor-message', points: 20, per_s: 10 }
const transcriptLimit: Limit = { name: 'transcript', points: 5, per_s: 60 * 60, is_shared: true }
const transcriptNetworkLimit: Limit = {
  name: 'transcript-network',
  points: 20,
  per_s: 60 * 60,
  is_shared: true,
}
/** Keyed by bearer token, so visitors who share a network don't share the limit. */
const perVisitor = ({ headers, ip }: FastifyRequest) => headers.authorization ?? ipPrefix(ip)

export function conversationRoutes(on: On) {
  listRoutes(on)
  messageRoutes(on)
  recordRoutes(on)
  fieldRoutes(on)
  mergeRoutes(on)
  linkRoutes(on)
  visitorRoutes(on)
}

function listRoutes(on: On) {
  on(contract.listConversations, schemas.listConversations, see, listing.listConversations)
  on(contract.countConversations, schemas.countConversations, see, listing.countConversations)
  on(contract.countTeamConversations, schemas.countTeamConversations, see, listing.countTeamConversations)
  on(contract.searchConversations, schemas.searchConversations, see, search.searchConversations)
  on(contract.countSavedViews, schemas.countSavedViews, see, views.countSavedViews)
  on(contract.saveView, schemas.saveView, see, views.saveView)
}

function messageRoutes(on: On) {
  on(contract.listMessages, schemas.listMessages, see, service.listMessages)
  on(contract.getAnswerTrace, schemas.getAnswerTrace, see, service.getAnswerTrace)
  on(contract.markSeen, schemas.markSeen, see, marks.markSeen)
  on(contract.getReplyEmail, schemas.getReplyEmail, see, getReplyEmail)
  on(contract.startConversation, schemas.startConversation, answer, startConversation)
  on(contract.sendMessage, schemas.sendMessage, answer, service.sendMessage)
  on(contract.editMessage, schemas.editMessage, answer, changes.editMessage)
  on(contract.deleteMessage, schemas.deleteMessage, answer, changes.deleteMessage)
  on(contract.restoreMessage, schemas.restoreMessage, answer, changes.restoreMessage)
  on(contract.listMessageVersions, schemas.listMessageVersions, answer, changes.listMessageVersions)
  on(contract.listScheduledMessages, schemas.listScheduledMessages, see, scheduled.listScheduledMessages)
  on(contract.scheduleMessage, schemas.scheduleMessage, answer, scheduled.scheduleMessage)
  on(
    contract.changeScheduledMessage,
    schemas.changeScheduledMessage,
    answer,
    scheduled.changeScheduledMessage,
  )
  on(
    contract.cancelScheduledMessage,
    schemas.cancelScheduledMessage,
    answer,
    scheduled.cancelScheduledMessage,
  )
  on(contract.sendScheduledMessage, schemas.sendScheduledMessage, answer, scheduled.sendScheduledMessage)
  on(contract.listDrafts, schemas.listDrafts, answer, drafts.listDrafts)
  on(contract.listOwnDrafts, schemas.listOwnDrafts, answer, drafts.listOwnDrafts)
  on(contract.saveDraft, schemas.saveDraft, answer, drafts.saveDraft)
  on(contract.takeDraft, schemas.takeDraft, answer, drafts.takeDraft)
  on(contract.returnDraft, schemas.returnDraft, answer, drafts.returnDraft)
}

function recordRoutes(on: On) {
  on(contract.getConversation, schemas.getConversation, see, service.getConversation)
  on(contract.listViewers, schemas.listViewers, see, listViewers)
  on(
    contract.deleteConversation,
    schemas.deleteConversation,
    member('conversations.delete'),
    deleteConversation,
  )
  on(contract.takeOver, schemas.takeOver, answer, service.takeOver)
  on(contract.handBack, schemas.handBack, answer, returnToAssistant)
  on(contract.setStatus, schemas.setStatus, answer, service.setStatus)
  on(contract.assignConversation, schemas.assignConversation, answer, service.assignConversation)
  on(contract.assignTeam, schemas.assignTeam, answer, service.assignTeam)
  on(contract.setTags, schemas.setTags, answer, labels.setTags)
  on(contract.setPriority, schemas.setPriority, answer, labels.setPriority)
  on(contract.runMacro, schemas.runMacro, answer, macros.runMacro)
  on(contract.undoMacro, schemas.undoMacro, answer, macros.undoMacro)
  on(contract.setTyping, schemas.setTyping, answer, marks.setTyping)
  on(contract.markUnread, schemas.markUnread, see, marks.markUnread)
  on(contract.listIncomplete, schemas.listIncomplete, answer, bulk.listIncomplete)
  on(contract.startBulkAction, schemas.startBulkAction, answer, bulk.startBulkAction)
}

function fieldRoutes(on: On) {
  on(contract.setConversationFields, schemas.setConversationFields, answer, setConversationFields)
  on(contract.listConversationFields, schemas.listConversationFields, see, conversationFields.listOf)
  on(
    contract.createConversationField,
    schemas.createConversationField,
    manageFields,
    conversationFields.create,
  )
  on(
    contract.updateConversationField,
    schemas.updateConversationField,
    manageFields,
    conversationFields.update,
  )
  on(
    contract.deleteConversationField,
    schemas.deleteConversationField,
    manageFields,
    conversationFields.remove,
  )
}

function mergeRoutes(on: On) {
  on(contract.mergeConversation, schemas.mergeConversation, answer, merges.mergeConversation)
  on(contract.undoMerge, schemas.undoMerge, answer, merges.undoMerge)
  on(contract.splitConversation, schemas.splitConversation, answer, splitConversation)
}

/** Routes of links in emails. */
function linkRoutes(on: On) {
  on(contract.unsubscribeContactEmails, schemas.unsubscribeContactEmails, anyone, unsubscribeContactEmails, {
    limits: [{ limit: unsubscribeLimit }],
  })
  on(contract.openReplyLink, schemas.openReplyLink, visitorOrNew, openReplyLink, {
    limits: [{ limit: replyLinkLimit }],
  })
  on(contract.sendLinkReply, schemas.sendLinkReply, visitorOrNew, sendLinkReply, {
    limits: [{ limit: visitorMessageLimit }],
  })
}

function visitorRoutes(on: On) {
  on(
    contract.listVisitorConversations,
    schemas.listVisitorConversations,
    visitor,
    visitors.listVisitorConversations,
  )
  on(contract.listVisitorMessages, schemas.listVisitorMessages, visitor, visitors.listVisitorMessages)
  on(contract.sendVisitorMessage, schemas.sendVisitorMessage, writingVisitor, visitors.sendVisitorMessage, {
    limits: [{ limit: visitorMessageLimit, key: perVisitor }],
  })
  on(contract.requestPerson, schemas.requestPerson, writingVisitor, visitors.requestPerson)
  on(contract.rateConversation, schemas.rateConversation, writingVisitor, ratings.rateConversation, {
    limits: [{ limit: visitorMessageLimit, key: perVisitor }],
  })
  on(contract.sendTranscript, schemas.sendTranscript, writingVisitor, sendTranscript, {
    limits: [{ limit: transcriptLimit, key: perVisitor }, { limit: transcriptNetworkLimit }],
  })
  on(contract.markVisitorSeen, schemas.markVisitorSeen, visitor, marks.markVisitorSeen)
  on(contract.markVisitorDelivered, schemas.markVisitorDelivered, visitor, marks.markVisitorDelivered)
  on(contract.setVisitorTyping, schemas.setVisitorTyping, writingVisitor, marks.setVisitorTyping)
}
