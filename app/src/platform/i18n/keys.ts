import type account from '../../../locales/en/account.json'
import type assistant from '../../../locales/en/assistant.json'
import type assistantSettings from '../../../locales/en/assistant-settings.json'
import type auditLog from '../../../locales/en/audit-log.json'
import type auth from '../../../locales/en/auth.json'
import type billing from '../../../locales/en/billing.json'
import type blocking from '../../../locales/en/blocking.json'
import type cannedReplies from '../../../locales/en/canned-replies.json'
import type client from '../../../locales/en/client.json'
import type commands from '../../../locales/en/commands.json'
import type contactPicker from '../../../locales/en/contact-picker.json'
import type contactImports from '../../../locales/en/contact-imports.json'
import type contactMerging from '../../../locales/en/contact-merging.json'
import type contactAcquisition from '../../../locales/en/contact-acquisition.json'
import type contactPreview from '../../../locales/en/contact-preview.json'
import type contacts from '../../../locales/en/contacts.json'
import type content from '../../../locales/en/content.json'
import type confirmation from '../../../locales/en/confirmation.json'
import type consent from '../../../locales/en/consent.json'
import type conversations from '../../../locales/en/conversations.json'
import type dataSources from '../../../locales/en/data-sources.json'
import type demo from '../../../locales/en/demo.json'
import type drafts from '../../../locales/en/drafts.json'
import type emoji from '../../../locales/en/emoji.json'
import type errors from '../../../locales/en/errors.json'
import type search from '../../../locales/en/search.json'
import type home from '../../../locales/en/home.json'
import type general from '../../../locales/en/general.json'
import type hours from '../../../locales/en/hours.json'
import type hubspot from '../../../locales/en/hubspot.json'
import type identity from '../../../locales/en/identity.json'
import type integrations from '../../../locales/en/integrations.json'
import type conversationMerging from '../../../locales/en/conversation-merging.json'
import type webhooks from '../../../locales/en/webhooks.json'
import type apiKeys from '../../../locales/en/api-keys.json'
import type languageModel from '../../../locales/en/language-model.json'
import type macros from '../../../locales/en/macros.json'
import type messages from '../../../locales/en/messages.json'
import type notificationSettings from '../../../locales/en/notification-settings.json'
import type notifications from '../../../locales/en/notifications.json'
import type onboarding from '../../../locales/en/onboarding.json'
import type outbound from '../../../locales/en/outbound.json'
import type reports from '../../../locales/en/reports.json'
import type copilot from '../../../locales/en/copilot.json'
import type customFields from '../../../locales/en/custom-fields.json'
import type preview from '../../../locales/en/preview.json'
import type replyMails from '../../../locales/en/reply-mails.json'
import type rules from '../../../locales/en/rules.json'
import type scenarioChanges from '../../../locales/en/scenario-changes.json'
import type scenarioNumbers from '../../../locales/en/scenario-numbers.json'
import type scenarioRuns from '../../../locales/en/scenario-runs.json'
import type scenarioTests from '../../../locales/en/scenario-tests.json'
import type scenarios from '../../../locales/en/scenarios.json'
import type segments from '../../../locales/en/segments.json'
import type bulkActions from '../../../locales/en/bulk-actions.json'
import type shell from '../../../locales/en/shell.json'
import type sla from '../../../locales/en/sla.json'
import type site from '../../../locales/en/site.json'
import type suggestions from '../../../locales/en/suggestions.json'
import type tags from '../../../locales/en/tags.json'
import type ui from '../../../locales/en/ui.json'
import type users from '../../../locales/en/users.json'

/** One line per file of locales/en; a test compares the two. */
interface Features {
  account: typeof account
  assistant: typeof assistant
  'assistant-settings': typeof assistantSettings
  'audit-log': typeof auditLog
  auth: typeof auth
  billing: typeof billing
  blocking: typeof blocking
  'canned-replies': typeof cannedReplies
  client: typeof client
  commands: typeof commands
  'contact-picker': typeof contactPicker
  'contact-imports': typeof contactImports
  'contact-merging': typeof contactMerging
  'contact-acquisition': typeof contactAcquisition
  'contact-preview': typeof contactPreview
  contacts: typeof contacts
  confirmation: typeof confirmation
  content: typeof content
  consent: typeof consent
  conversations: typeof conversations
  copilot: typeof copilot
  'data-sources': typeof dataSources
  demo: typeof demo
  drafts: typeof drafts
  emoji: typeof emoji
  errors: typeof errors
  search: typeof search
  home: typeof home
  general: typeof general
  hours: typeof hours
  hubspot: typeof hubspot
  identity: typeof identity
  integrations: typeof integrations
  'conversation-merging': typeof conversationMerging
  webhooks: typeof webhooks
  'api-keys': typeof apiKeys
  'language-model': typeof languageModel
  macros: typeof macros
  messages: typeof messages
  'notification-settings': typeof notificationSettings
  notifications: typeof notifications
  onboarding: typeof onboarding
  outbound: typeof outbound
  reports: typeof reports
  'custom-fields': typeof customFields
  preview: typeof preview
  'reply-mails': typeof replyMails
  rules: typeof rules
  'scenario-changes': typeof scenarioChanges
  'scenario-numbers': typeof scenarioNumbers
  'scenario-runs': typeof scenarioRuns
  'scenario-tests': typeof scenarioTests
  scenarios: typeof scenarios
  segments: typeof segments
  'bulk-actions': typeof bulkActions
  shell: typeof shell
  sla: typeof sla
  site: typeof site
  suggestions: typeof suggestions
  tags: typeof tags
  ui: typeof ui
  users: typeof users
}
export type Feature = keyof Features
/** Every message key: `inbox.title`. */
export type Key = { [F in Feature]: `${F}.${keyof Features[F] & string}` }[Feature]
