export type { Flow } from './flow.schema.ts'
export type {
  FlowAudience,
  FlowCondition,
  FlowConditions,
  FlowText,
  FlowVariable,
} from './flow-values.schema.ts'
export type { CardButton, FlowCard, FlowImage, FormField, SaveAs } from './steps/customer-steps.schema.ts'
export type { Step, StepKind, StepOf } from './steps/steps.schema.ts'
export type { PageRule, ScenarioTrigger } from './triggers.schema.ts'

/*
 * The limits and choices of a scenario's flow: its trigger, audience, variables and steps.
 */

export const flowStepsMax = 300
export const flowVariablesMax = 50
/** In each list: of a case, an audience or one of its groups. */
export const flowConditionsMax = 20
export const audienceGroupsMax = 10
export const stepTitleCharsMax = 60
export const stepTextCharsMax = 2_000
export const stepButtonsMax = 8
export const stepButtonCharsMax = 80
export const imageAltCharsMax = 200
export const stepCardsMax = 10
export const cardTitleCharsMax = 80
export const cardTextCharsMax = 300
export const cardButtonsMax = 3
export const cardUrlCharsMax = 500
export const formFieldsMax = 10
export const formLabelCharsMax = 300
export const stepCasesMax = 20
export const stepArmsMax = 8
export const stepRetriesMax = 5
export const stepWaitMax_min = 43_200
export const triggerWordsMax = 20
export const triggerWordCharsMax = 60
export const triggerPatternCharsMax = 60
export const triggerExampleCharsMax = 200
export const triggerPageCharsMax = 200
export const triggerDelayMax_s = 3_600
export const triggerSilenceMax_min = 10_080
export const triggerEventCharsMax = 40
export const triggerFrequencyMax_days = 365
export const emailSubjectCharsMax = 200
export const emailMembersMax = 20
export const httpHeadersMax = 20
export const httpBodyCharsMax = 10_000
export const httpTimeoutMax_s = 30
export const httpMappingsMax = 20
export const hubspotStepPropertiesMax = 20
export const hubspotStepValueCharsMax = 2_000
export const hubspotSubjectCharsMax = 200

/** What a visitor does on the customer's website. Evaluated there, and checked again when the scenario starts. */
export const pageTriggerKinds = [
  'page_opened',
  'time_on_page',
  'scrolled',
  /** The pointer leaves the page at the top. */
  'exit_intent',
  'first_visit',
  'returning_visit',
  'launcher_clicked',
  'chat_opened',
  /** The page calls `ozvi('track', name)`. */
  'custom_event',
] as const
export type PageTriggerKind = (typeof pageTriggerKinds)[number]
export const triggerKinds = [
  ...pageTriggerKinds,
  /** The first message of a visitor. */
  'conversation_started',
  'message',
  /** The assistant couldn't answer. */
  'not_answered',
  /** The first message outside opening hours. */
  'outside_hours',
  /** The customer hasn't replied for some time. */
  'customer_silent',
  /** The team hasn't replied for some time. */
  'team_silent',
  'rating_received',
  /** Started by a teammate, the API, a rule or another scenario. */
  'manual',
] as const
export const stepKinds = [
  'message',
  'buttons',
  'cards',
  'question',
  'form',
  'rate',
  'branch',
  'split',
  'wait',
  'assistant',
  'set_field',
  'add_tags',
  'set_priority',
  'assign',
  'note',
  'email_team',
  'hand_over',
  'http_request',
  'hubspot_contact',
  'hubspot_ticket',
  'go_to',
  'run_scenario',
  'end',
] as const
/** What a button of a card does: continues the run, or opens a link. */
export const cardActions = ['next', 'link'] as const
export const pageMatches = ['any', 'contains', 'equals', 'glob'] as const
/** How often a page trigger starts its scenario: once in a visit, once per person, or every few days. */
export const triggerFrequencies = ['visit', 'person', 'days'] as const
/** How often any other trigger starts its scenario for a person: each time, once, or every few days. */
export const eventFrequencies = ['always', 'person', 'days'] as const
/** For the frequency `days`. */
export const triggerFrequencyDefault_days = 7
export const ratingBands = ['any', 'low', 'high'] as const
export const variableTypes = ['text', 'number'] as const
export const answerKinds = ['text', 'email', 'phone', 'number', 'date', 'choice', 'file', 'rating'] as const
/** Kinds of form fields. */
export const formFieldKinds = ['text', 'email', 'phone', 'number', 'date', 'choice', 'consent'] as const
export const conditionSubjects = [
  'variable',
  'contact',
  'conversation',
  'page',
  'locale',
  'hours',
  'date',
] as const
export const flowOperators = [
  'is',
  'is_not',
  'contains',
  'starts_with',
  'is_set',
  'is_not_set',
  'greater',
  'less',
] as const
/** Built-in contact fields that conditions read and steps set, next to the ids of custom fields. */
export const scenarioContactFields = ['name', 'email', 'phone', 'company'] as const
/** Built-in conversation fields that conditions read, next to the ids of custom fields. */
export const scenarioConversationFields = ['priority', 'tag', 'team'] as const
/** Before the name of a HubSpot property, which conditions read as a field of the contact. */
export const hubspotFieldStart = 'hubspot.'
export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
