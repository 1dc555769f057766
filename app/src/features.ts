import { site } from './site/feature.ts'
import { integrations } from './dashboard/integrations/feature.ts'
import { account } from './dashboard/account/feature.ts'
import { onboarding } from './dashboard/onboarding/feature.ts'
import { conversations } from './dashboard/conversations/feature.ts'
import { contacts } from './dashboard/contacts/feature.ts'
import { notificationSettings } from './dashboard/notification-settings/feature.ts'
import { client } from './dashboard/client/feature.ts'
import { assistantSettings } from './dashboard/assistant-settings/feature.ts'
import { answerTests } from './dashboard/answer-tests/feature.ts'
import { languageModel } from './dashboard/language-model/feature.ts'
import { hours } from './dashboard/hours/feature.ts'
import { sla } from './dashboard/sla/feature.ts'
import { dataSources } from './dashboard/data-sources/feature.ts'
import { users } from './dashboard/users/feature.ts'
import { scenarios } from './dashboard/scenarios/feature.ts'
import { home } from './dashboard/home/feature.ts'
import { reportEmails } from './dashboard/report-emails/feature.ts'
import { reports } from './dashboard/reports/feature.ts'
import { settings } from './dashboard/settings/feature.ts'
import { cannedReplies } from './dashboard/canned-replies/feature.ts'
import { rules } from './dashboard/rules/feature.ts'
import { macros } from './dashboard/macros/feature.ts'
import { tags } from './dashboard/tags/feature.ts'
import { customFields } from './dashboard/custom-fields/feature.ts'
import { apiKeys } from './dashboard/api-keys/feature.ts'
import { hubspot } from './dashboard/hubspot/feature.ts'
import { billing } from './dashboard/billing/feature.ts'
import { singleSignOn } from './dashboard/single-sign-on/feature.ts'
import { auditLog } from './dashboard/audit-log/feature.ts'

/** Every feature of the app, in the order of the navigation. */
export const features = [
  site,
  integrations,
  account,
  onboarding,
  conversations,
  contacts,
  notificationSettings,
  client,
  assistantSettings,
  answerTests,
  languageModel,
  hours,
  sla,
  dataSources,
  users,
  scenarios,
  home,
  reports,
  reportEmails,
  settings,
  cannedReplies,
  rules,
  macros,
  tags,
  customFields,
  apiKeys,
  hubspot,
  billing,
  singleSignOn,
  auditLog,
] as const
