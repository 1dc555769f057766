import * as contract from '@ozvi/contract'
import type { FastifyRequest } from 'fastify'
import { anyone } from '#features/accounts'
import { visitor, visitorOrNew, writingVisitor } from '#features/contacts'
import { member } from '#features/integrations'
import type { On } from '#platform/http/mount.ts'
import { ipPrefix } from '#platform/http/rate-limits.ts'
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
import { getReplyMail } from './outbound/reply-mails.ts'
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

const stopLimit = { name: 'stop-mails', points: 30, per_s: 15 * 60 }
/** An open link page polls every 10 seconds. */
const replyLinkLimit = { name: 'reply-link', points: 120, per_s: 60 }
const visitorMessageLimit = { name: 'visitor-message', points: 20, per_s: 10 }
/** Keyed by bearer token, so visitors who share a network don't share the limit. */
const perVisitor = ({ headers, ip }: FastifyRequest) => headers.authorization ?? ipPrefix(ip)

export function conversationRoutes(on: On) {
  on(contract.listConversations, see, listing.listConversations)
  on(contract.countConversations, see, listing.countConversations)
  on(contract.searchConversations, see, search.searchConversations)
  on(contract.getConversation, see, service.getConversation)
  on(contract.listViewers, see, listViewers)
  on(contract.listMessages, see, service.listMessages)
  on(contract.getAnswerTrace, see, service.getAnswerTrace)
  on(contract.markSeen, see, marks.markSeen)
  on(contract.getReplyMail, see, getReplyMail)
  on(contract.startConversation, answer, startConversation)
  on(contract.sendMessage, answer, service.sendMessage)
  on(contract.editMessage, answer, changes.editMessage)
  on(contract.deleteMessage, answer, changes.deleteMessage)
  on(contract.restoreMessage, answer, changes.restoreMessage)
  on(contract.listMessageVersions, answer, changes.listMessageVersions)
  on(contract.listScheduledMessages, see, scheduled.listScheduledMessages)
  on(contract.scheduleMessage, answer, scheduled.scheduleMessage)
  on(contract.changeScheduledMessage, answer, scheduled.changeScheduledMessage)
  on(contract.cancelScheduledMessage, answer, scheduled.cancelScheduledMessage)
  on(contract.sendScheduledMessage, answer, scheduled.sendScheduledMessage)
  on(contract.listDrafts, answer, drafts.listDrafts)
  on(contract.listOwnDrafts, answer, drafts.listOwnDrafts)
  on(contract.saveDraft, answer, drafts.saveDraft)
  on(contract.takeDraft, answer, drafts.takeDraft)
  on(contract.returnDraft, answer, drafts.returnDraft)
  on(contract.deleteConversation, member('conversations.delete'), deleteConversation)
  on(contract.takeOver, answer, service.takeOver)
  on(contract.handBack, answer, returnToAssistant)
  on(contract.setStatus, answer, service.setStatus)
  on(contract.assignConversation, answer, service.assignConversation)
  on(contract.assignTeam, answer, service.assignTeam)
  on(contract.setTags, answer, labels.setTags)
  on(contract.setPriority, answer, labels.setPriority)
  on(contract.setConversationFields, answer, setConversationFields)
  on(contract.listConversationFields, see, conversationFields.listOf)
  on(contract.createConversationField, manageFields, conversationFields.create)
  on(contract.updateConversationField, manageFields, conversationFields.update)
  on(contract.deleteConversationField, manageFields, conversationFields.remove)
  on(contract.runMacro, answer, macros.runMacro)
  on(contract.undoMacro, answer, macros.undoMacro)
  on(contract.setTyping, answer, marks.setTyping)
  on(contract.mergeConversation, answer, merges.mergeConversation)
  on(contract.undoMerge, answer, merges.undoMerge)
  on(contract.splitConversation, answer, splitConversation)
  on(contract.markUnread, see, marks.markUnread)
  on(contract.countSavedViews, see, views.countSavedViews)
  on(contract.saveView, see, views.saveView)
  on(contract.listIncomplete, answer, bulk.listIncomplete)
  on(contract.startBulkAction, answer, bulk.startBulkAction)

  on(contract.unsubscribeContactEmails, anyone, unsubscribeContactEmails, { limits: [{ limit: stopLimit }] })

  on(contract.openReplyLink, visitorOrNew, openReplyLink, { limits: [{ limit: replyLinkLimit }] })
  on(contract.sendLinkReply, visitorOrNew, sendLinkReply, { limits: [{ limit: visitorMessageLimit }] })

  on(contract.listVisitorConversations, visitor, visitors.listVisitorConversations)
  on(contract.listVisitorMessages, visitor, visitors.listVisitorMessages)
  on(contract.sendVisitorMessage, writingVisitor, visitors.sendVisitorMessage, {
    limits: [{ limit: visitorMessageLimit, key: perVisitor }],
  })
  on(contract.requestPerson, writingVisitor, visitors.requestPerson)
  on(contract.rateConversation, writingVisitor, ratings.rateConversation, {
    limits: [{ limit: visitorMessageLimit, key: perVisitor }],
  })
  on(contract.markVisitorSeen, visitor, marks.markVisitorSeen)
  on(contract.markVisitorDelivered, visitor, marks.markVisitorDelivered)
  on(contract.setVisitorTyping, writingVisitor, marks.setVisitorTyping)
}
