import type { Feature } from '#platform/feature.ts'
import { accounts } from './accounts/index.ts'
import { answerTests } from './answer-tests/index.ts'
import { answerStep, assistant } from './assistant/index.ts'
import { createModels, languageModel, type ModelTimings } from './language-model/index.ts'
import { apiKeys } from './api-keys/index.ts'
import { assistantSettings } from './assistant-settings/index.ts'
import { auditLog } from './audit-log/index.ts'
import { billing } from './billing/index.ts'
import { broadcasting } from './broadcasting/index.ts'
import { bulkActions } from './bulk-actions/index.ts'
import { cannedReplies } from './canned-replies/index.ts'
import { clientSettings } from './client-settings/index.ts'
import { client, type WidgetBuild } from './client/index.ts'
import { changeContactsJob, contactBulk } from './contacts/bulk/index.ts'
import { contactData } from './contacts/data/index.ts'
import { contactImports } from './contacts/imports/index.ts'
import { contacts, type VisitorTimings } from './contacts/index.ts'
import { changeManyJob, conversations, type ViewerTimings } from './conversations/index.ts'
import { copilot } from './copilot/index.ts'
import {
  dataSources,
  findStartPage,
  hasSource,
  listCitableItems,
  snapshotPath,
  textFragment,
} from './data-sources/index.ts'
import { files } from './files/index.ts'
import { hours } from './hours/index.ts'
import { hubspot, hubspotClient, runHubspotStep } from './hubspot/index.ts'
import { installation } from './installation/index.ts'
import { confirmedMember, integrations, member } from './integrations/index.ts'
import { scenarioImages } from './scenario-images/index.ts'
import { logos } from './logos/index.ts'
import { macros } from './macros/index.ts'
import { notifications } from './notifications/index.ts'
import { reportEmails } from './report-emails/index.ts'
import { reports } from './reports/index.ts'
import { retention } from './retention/index.ts'
import { ruleRuns } from './rule-runs/index.ts'
import { rules } from './rules/index.ts'
import { savedViews } from './saved-views/index.ts'
import { scenarioRuns, startUnanswered } from './scenario-runs/index.ts'
import { scenarioReplays } from './scenario-replays/index.ts'
import { scenarios } from './scenarios/index.ts'
import { singleSignOn } from './single-sign-on/index.ts'
import { sla } from './sla/index.ts'
import { suggestions } from './suggestions/index.ts'
import { tags } from './tags/index.ts'
import { customRoles } from './custom-roles/index.ts'
import { teams } from './teams/index.ts'
import { findInvitedAddress, users } from './users/index.ts'
import { webhooks } from './webhooks/index.ts'

export interface FeatureOptions {
  widget?: WidgetBuild | undefined
  /** Tests don't wait as long. */
  visitors?: VisitorTimings | undefined
  viewers?: ViewerTimings | undefined
  /** Waits for language models. */
  model?: ModelTimings | undefined
}

const library = { findStartPage, hasSource, listCitableItems, snapshotPath, textFragment }

/** Every feature of the server. A dependency against the direction of imports is passed in here. */
export function allFeatures({ widget, visitors, viewers, model }: FeatureOptions = {}): Feature[] {
  const models = createModels(model)
  const crm = hubspotClient()
  return [
    accounts(findInvitedAddress),
    integrations,
    logos,
    scenarioImages,
    installation,
    users,
    singleSignOn,
    customRoles,
    teams,
    auditLog({ member, confirmedMember }),
    contacts(visitors),
    contactData,
    contactBulk,
    bulkActions({ conversations: changeManyJob, contacts: changeContactsJob }),
    contactImports,
    tags,
    files,
    cannedReplies,
    macros,
    suggestions,
    conversations(viewers),
    savedViews,
    retention,
    client(widget),
    clientSettings,
    hours,
    sla,
    rules,
    ruleRuns,
    scenarios,
    scenarioRuns({ answer: answerStep(library, models), hubspot: runHubspotStep(crm.find) }),
    scenarioReplays,
    billing,
    reports,
    reportEmails,
    notifications,
    dataSources,
    assistant(library, models, startUnanswered),
    assistantSettings,
    answerTests(library, models),
    languageModel(models),
    copilot(library, models),
    apiKeys,
    hubspot(crm),
    webhooks,
    broadcasting,
  ]
}
