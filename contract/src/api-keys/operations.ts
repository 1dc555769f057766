import type { Route } from '../api.ts'
import { listUnansweredQuestions, dismissQuestion } from '../assistant/unanswered-questions.ts'
import { listCannedReplies } from '../canned-replies/canned-replies.ts'
import { blockContact, unblockContact } from '../contacts/blocking.ts'
import { createContact, getContact, updateContact } from '../contacts/contacts.ts'
import {
  createContactField,
  deleteContactField,
  listContactFields,
  updateContactField,
} from '../contacts/fields.ts'
import { countContacts, listContacts } from '../contacts/list.ts'
import { mergeContact, undoContactMerge } from '../contacts/merges.ts'
import {
  createContactNote,
  deleteContactNote,
  listContactTimeline,
  restoreContactNote,
  updateContactNote,
} from '../contacts/timeline.ts'
import {
  assignConversation,
  assignTeam,
  getConversation,
  handBack,
  setPriority,
  setStatus,
  setTags,
} from '../conversations/conversations.ts'
import { listMessages, sendMessage, setTyping } from '../conversations/messages.ts'
import {
  createConversationField,
  deleteConversationField,
  listConversationFields,
  setConversationFields,
  updateConversationField,
} from '../conversations/fields.ts'
import { countConversations, listConversations } from '../conversations/filter.ts'
import { mergeConversation, splitConversation, undoMerge } from '../conversations/merges.ts'
import {
  deleteMessage,
  editMessage,
  listMessageVersions,
  restoreMessage,
} from '../conversations/message-changes.ts'
import { startConversation } from '../conversations/outbound.ts'
import { searchConversations } from '../conversations/search.ts'
import {
  createQuestionSource,
  createTextSource,
  createWebsiteSource,
  deleteDataSource,
  getDataSource,
  getDataSourceItem,
  listDataSourceItems,
  listDataSources,
  stopDataSource,
  syncDataSource,
  updateDataSource,
  updateDataSourceItem,
  uploadFileSource,
} from '../data-sources/data-sources.ts'
import { uploadFile } from '../files/files.ts'
import { getHours } from '../hours/hours.ts'
import { listMacros } from '../macros/macros.ts'
import { getReport, listMemberStats, listReportConversations } from '../reports/reports.ts'
import {
  endScenarioRun,
  getScenarioRun,
  listScenarios,
  resumeScenarioRun,
  startScenarioRun,
} from '../scenarios/scenarios.ts'
import { getTargets } from '../sla/sla.ts'
import { countTags, createTag, deleteTag, listTags, mergeTag, restoreTag, updateTag } from '../tags/tags.ts'
import { listTeams } from '../users/teams.ts'
import { listUsers } from '../users/users.ts'
import { listOnlineVisitors } from '../visitors/online-visitors.ts'
import type { ApiScope } from './api-keys.schema.ts'

/**
 * The calls that API keys can make, by the scope they need and their name. Calls about accounts, sign-ins, members,
 * billing, settings and keys need a person, as do exports and erasure.
 */
export const apiOperations = {
  'conversations:read': {
    listConversations,
    countConversations,
    searchConversations,
    getConversation,
    listMessages,
    listMessageVersions,
    getScenarioRun,
  },
  'conversations:write': {
    startConversation,
    sendMessage,
    editMessage,
    deleteMessage,
    restoreMessage,
    uploadFile,
    handBack,
    setStatus,
    assignConversation,
    assignTeam,
    setTags,
    setPriority,
    setConversationFields,
    setTyping,
    mergeConversation,
    undoMerge,
    splitConversation,
    startScenarioRun,
    resumeScenarioRun,
    endScenarioRun,
  },
  'contacts:read': { listContacts, countContacts, getContact, listContactTimeline, listOnlineVisitors },
  'contacts:write': {
    createContact,
    updateContact,
    mergeContact,
    undoContactMerge,
    blockContact,
    unblockContact,
    createContactNote,
    updateContactNote,
    deleteContactNote,
    restoreContactNote,
  },
  'knowledge:read': {
    listDataSources,
    getDataSource,
    listDataSourceItems,
    getDataSourceItem,
    listUnansweredQuestions,
  },
  'knowledge:write': {
    createWebsiteSource,
    createTextSource,
    createQuestionSource,
    uploadFileSource,
    updateDataSource,
    syncDataSource,
    stopDataSource,
    deleteDataSource,
    updateDataSourceItem,
    dismissQuestion,
  },
  'workspace:read': {
    listUsers,
    listTeams,
    listTags,
    countTags,
    listContactFields,
    listConversationFields,
    listCannedReplies,
    listMacros,
    listScenarios,
    getHours,
    getTargets,
  },
  'workspace:write': {
    createTag,
    updateTag,
    deleteTag,
    restoreTag,
    mergeTag,
    createContactField,
    updateContactField,
    deleteContactField,
    createConversationField,
    updateConversationField,
    deleteConversationField,
  },
  'reports:read': { getReport, listMemberStats, listReportConversations },
} as const satisfies Record<ApiScope, Record<string, Route>>
