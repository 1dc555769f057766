import * as z from 'zod/mini'
import { Priority } from '../conversations/conversations.schema.ts'
import { Id, Locale, text } from '../fields.schema.ts'
import { locales } from '../fields.ts'
import { hubspotPropertyCharsMax } from '../hubspot/hubspot.ts'
import { tagsPerConversationMax } from '../tags/tags.ts'
import { scenarioImagePx } from './images.ts'
import {
  answerKinds,
  cardActions,
  cardButtonsMax,
  cardTextCharsMax,
  cardTitleCharsMax,
  cardUrlCharsMax,
  conditionSubjects,
  emailMembersMax,
  emailSubjectCharsMax,
  flowConditionsMax,
  flowOperators,
  flowStepsMax,
  flowVariablesMax,
  formFieldKinds,
  formFieldsMax,
  formLabelCharsMax,
  httpBodyCharsMax,
  httpHeadersMax,
  httpMappingsMax,
  httpMethods,
  httpTimeoutMax_s,
  imageAltCharsMax,
  hubspotFieldStart,
  hubspotStepPropertiesMax,
  hubspotStepValueCharsMax,
  hubspotSubjectCharsMax,
  pageMatches,
  ratingBands,
  stepArmsMax,
  stepButtonCharsMax,
  stepButtonsMax,
  stepCardsMax,
  stepCasesMax,
  stepKinds,
  stepRetriesMax,
  stepTextCharsMax,
  stepTitleCharsMax,
  stepWaitMax_min,
  triggerDelayMax_s,
  triggerEventCharsMax,
  triggerFrequencies,
  triggerFrequencyMax_days,
  triggerPageCharsMax,
  triggerSilenceMax_min,
  triggerWordCharsMax,
  triggerWordsMax,
  variableTypes,
} from './flow.ts'

/*
 * A draft can be saved at any time, so the schema accepts empty texts and open edges. `findProblems` finds what a
 * published flow must not have.
 */

/** Of a step, button, choice, case or arm: short, or a UUID. Never starts with an underscore. */
const FlowId = z.string().check(z.regex(/^[A-Za-z0-9][\w-]{0,39}$/, 'id_invalid'))
const VariableName = z.string().check(z.regex(/^[A-Za-z]\w{0,39}$/, 'variable_name_invalid'))
/** The step that follows; null if none is connected. */
const Edge = z._default(z.nullable(FlowId), null)
/** A variable or field that is still to be chosen is empty. */
const Name = z._default(text(0, 40), '')

const areUnique = (names: readonly string[]) => new Set(names).size === names.length

const flowText = (maximum: number) =>
  z._default(z.object({ en: z.optional(text(0, maximum)), sk: z.optional(text(0, maximum)) }), {})
/** A text in the flow's locales. `{{name}}` inserts a variable, `contact.name` or `contact.email`. */
export const FlowText = flowText(stepTextCharsMax)
export type FlowText = z.infer<typeof FlowText>
const Label = flowText(stepButtonCharsMax)

export const FlowVariable = z.object({ name: VariableName, type: z.enum(variableTypes) })
export type FlowVariable = z.infer<typeof FlowVariable>

/**
 * `name` is a variable, a built-in field, the id of a custom field, or `hubspot.` and the name of a property; empty for
 * `page`, `locale` and `hours`.
 * `value` is `open` or `closed` for `hours`, and an id for `tag` and `team`.
 */
export const FlowCondition = z.object({
  subject: z.enum(conditionSubjects),
  name: z._default(text(0, hubspotFieldStart.length + hubspotPropertyCharsMax), ''),
  operator: z.enum(flowOperators),
  value: z._default(text(0, 200), ''),
})
export type FlowCondition = z.infer<typeof FlowCondition>
/** Without a condition it always holds. */
export const FlowConditions = z.object({
  match: z._default(z.enum(['all', 'any']), 'all'),
  conditions: z._default(z.array(FlowCondition).check(z.maxLength(flowConditionsMax)), []),
})
export type FlowConditions = z.infer<typeof FlowConditions>

/** See `matchesPage`. */
export const PageRule = z.object({
  match: z._default(z.enum(pageMatches), 'any'),
  value: z._default(text(0, triggerPageCharsMax), ''),
})
export type PageRule = z.infer<typeof PageRule>
const onPage = {
  page: z._default(PageRule, { match: 'any', value: '' }),
  frequency: z._default(z.enum(triggerFrequencies), 'visit'),
  /** For the frequency `days`. */
  days: z._default(z.int().check(z.gte(1), z.lte(triggerFrequencyMax_days)), 7),
}
const silence = { minutes: z._default(z.int().check(z.gte(1), z.lte(triggerSilenceMax_min)), 10) }

export const ScenarioTrigger = z.discriminatedUnion('kind', [
  /** `page` is a part of the page's address; empty: any page. */
  z.object({ kind: z.literal('conversation_started'), page: z._default(text(0, 200), '') }),
  /** Matches if a word of the message starts with one of these, ignoring case and diacritics. */
  z.object({
    kind: z.literal('message'),
    words: z._default(z.array(text(1, triggerWordCharsMax)).check(z.maxLength(triggerWordsMax)), []),
  }),
  z.object({ kind: z.literal('not_answered') }),
  z.object({ kind: z.literal('outside_hours') }),
  z.object({ kind: z.literal('page_opened'), ...onPage }),
  z.object({
    kind: z.literal('time_on_page'),
    ...onPage,
    seconds: z._default(z.int().check(z.gte(1), z.lte(triggerDelayMax_s)), 30),
  }),
  z.object({
    kind: z.literal('scrolled'),
    ...onPage,
    percent: z._default(z.int().check(z.gte(1), z.lte(100)), 50),
  }),
  z.object({ kind: z.literal('exit_intent'), ...onPage }),
  z.object({ kind: z.literal('first_visit'), ...onPage }),
  z.object({ kind: z.literal('returning_visit'), ...onPage }),
  z.object({ kind: z.literal('launcher_clicked'), ...onPage }),
  z.object({ kind: z.literal('chat_opened'), ...onPage }),
  z.object({
    kind: z.literal('custom_event'),
    ...onPage,
    name: z._default(text(0, triggerEventCharsMax), ''),
  }),
  z.object({ kind: z.literal('customer_silent'), ...silence }),
  z.object({ kind: z.literal('team_silent'), ...silence }),
  /** `low` is 1 or 2, `high` is 4 or 5. */
  z.object({ kind: z.literal('rating_received'), band: z._default(z.enum(ratingBands), 'any') }),
  z.object({ kind: z.literal('manual') }),
])
export type ScenarioTrigger = z.infer<typeof ScenarioTrigger>

const coordinate = z.number().check(z.gte(-1_000_000), z.lte(1_000_000))
/** What every step has; `position` is its place on the canvas. */
const base = {
  id: FlowId,
  title: z._default(text(0, stepTitleCharsMax), ''),
  position: z._default(z.object({ x: coordinate, y: coordinate }), { x: 0, y: 0 }),
}
const Button = z.object({ id: FlowId, text: Label, next: Edge })
const Choice = z.object({ id: FlowId, text: Label })
const Case = z.extend(FlowConditions, { id: FlowId, next: Edge })
/** Its share is `weight` of the sum of weights. */
const Arm = z.object({ id: FlowId, weight: z.int().check(z.gte(1), z.lte(100)), next: Edge })
const Header = z.object({ name: text(0, 100), value: text(0, 2_000) })
/** `path` leads into the JSON of the response, such as `items.0.price`. */
const Mapping = z.object({ path: text(0, 200), variable: Name })

/** An uploaded image of the workspace, with its size in pixels and its alternative text. */
export const FlowImage = z.object({
  id: Id,
  width: z.int().check(z.gte(1), z.lte(scenarioImagePx)),
  height: z.int().check(z.gte(1), z.lte(scenarioImagePx)),
  alt: flowText(imageAltCharsMax),
})
export type FlowImage = z.infer<typeof FlowImage>

const Message = z.object({
  ...base,
  kind: z.literal('message'),
  text: FlowText,
  /** Shown below the text. */
  image: z.optional(z.nullable(FlowImage)),
  next: Edge,
})
/** Other text goes to the assistant; then the buttons are shown again. */
const Buttons = z.object({
  ...base,
  kind: z.literal('buttons'),
  text: FlowText,
  buttons: z._default(z.array(Button).check(z.maxLength(stepButtonsMax)), []),
})
/** Continues at `next`, or opens `url`. */
const CardButton = z.object({
  id: FlowId,
  text: Label,
  action: z._default(z.enum(cardActions), 'next'),
  /** For `link`: https. `{{name}}` inserts a value, but not into the host. */
  url: z._default(text(0, cardUrlCharsMax), ''),
  next: Edge,
})
export type CardButton = z.infer<typeof CardButton>
const Card = z.object({
  id: FlowId,
  image: z._default(z.nullable(FlowImage), null),
  title: flowText(cardTitleCharsMax),
  text: flowText(cardTextCharsMax),
  buttons: z._default(z.array(CardButton).check(z.maxLength(cardButtonsMax)), []),
})
export type FlowCard = z.infer<typeof Card>
/**
 * One card, or several side by side. Waits for one of the buttons with the action `next`; without any, the run continues
 * at `next`. Other text goes to the assistant; then the cards are shown again.
 */
const Cards = z.object({
  ...base,
  kind: z.literal('cards'),
  cards: z._default(
    z.array(Card).check(
      z.maxLength(stepCardsMax),
      z.refine((cards) => areUnique(cards.map(({ id }) => id)), 'id_reused'),
      z.refine(
        (cards) => areUnique(cards.flatMap(({ buttons }) => buttons.map(({ id }) => id))),
        'id_reused',
      ),
    ),
    [],
  ),
  next: Edge,
})
/** Where an answer is saved; null if it isn't. */
const SaveAs = z._default(
  z.object({
    variable: z._default(z.nullable(z.string().check(z.maxLength(40))), null),
    contact_field: z._default(z.nullable(z.string().check(z.maxLength(40))), null),
  }),
  { variable: null, contact_field: null },
)
export type SaveAs = z.infer<typeof SaveAs>
const Question = z.object({
  ...base,
  kind: z.literal('question'),
  text: FlowText,
  answer: z._default(z.enum(answerKinds), 'text'),
  /** For `choice`. */
  choices: z._default(z.array(Choice).check(z.maxLength(stepButtonsMax)), []),
  max_retries: z._default(z.int().check(z.gte(1), z.lte(stepRetriesMax)), 3),
  save_as: SaveAs,
  next: Edge,
  /** The next step after `max_retries` invalid answers; null hands the conversation over. */
  fallback: Edge,
})
const FormField = z.object({
  id: FlowId,
  kind: z._default(z.enum(formFieldKinds), 'text'),
  /** The label; for `consent`, the sentence that the customer agrees to. */
  text: flowText(formLabelCharsMax),
  is_required: z._default(z.boolean(), true),
  /** For `choice`. */
  choices: z._default(z.array(Choice).check(z.maxLength(stepButtonsMax)), []),
  /**
   * Shows the field only if an earlier one has this value: the id of a choice, or `yes` for a consent. Null always shows
   * it. A field that isn't shown is neither required nor saved.
   */
  shown_if: z._default(z.nullable(z.object({ field_id: FlowId, value: z._default(text(0, 40), '') })), null),
  save_as: SaveAs,
})
export type FormField = z.infer<typeof FormField>
/** Asks for several fields at once. The assistant answers any other text, then the form is shown again. */
const Form = z.object({
  ...base,
  kind: z.literal('form'),
  text: FlowText,
  fields: z._default(
    z.array(FormField).check(
      z.maxLength(formFieldsMax),
      z.refine((fields) => areUnique(fields.map(({ id }) => id)), 'id_reused'),
    ),
    [],
  ),
  next: Edge,
})
/** Asks for the conversation’s rating from 1 to 5. */
const Rate = z.object({
  ...base,
  kind: z.literal('rate'),
  text: FlowText,
  next: Edge,
  /** The next step if the customer writes something else; null continues at `next`. */
  skipped: Edge,
})
/** The first case that holds decides. */
const Branch = z.object({
  ...base,
  kind: z.literal('branch'),
  cases: z._default(z.array(Case).check(z.maxLength(stepCasesMax)), []),
  otherwise: Edge,
})
const Split = z.object({
  ...base,
  kind: z.literal('split'),
  arms: z._default(z.array(Arm).check(z.maxLength(stepArmsMax)), []),
})
const Wait = z.object({
  ...base,
  kind: z.literal('wait'),
  minutes: z._default(z.int().check(z.gte(1), z.lte(stepWaitMax_min)), 5),
  next: Edge,
  /** The next step if the customer writes first; null continues at `next`. */
  on_message: Edge,
})
/** Answers the customer's last message. */
const Assistant = z.object({
  ...base,
  kind: z.literal('assistant'),
  answered: Edge,
  /** Null hands the conversation over. */
  not_found: Edge,
  /** Null hands the conversation over. */
  wants_person: Edge,
})
const SetField = z.object({
  ...base,
  kind: z.literal('set_field'),
  target: z._default(z.enum(['variable', 'contact', 'conversation']), 'variable'),
  name: Name,
  /** `{{name}}` inserts a variable; empty clears the field. */
  value: z._default(text(0, 500), ''),
  next: Edge,
})
const AddTags = z.object({
  ...base,
  kind: z.literal('add_tags'),
  tag_ids: z._default(z.array(Id).check(z.maxLength(tagsPerConversationMax)), []),
  next: Edge,
})
const SetPriority = z.object({
  ...base,
  kind: z.literal('set_priority'),
  priority: z._default(Priority, 'none'),
  next: Edge,
})
const Assign = z.object({
  ...base,
  kind: z.literal('assign'),
  member_id: z._default(z.nullable(Id), null),
  team_id: z._default(z.nullable(Id), null),
  next: Edge,
})
/** To members and a team, as plain text with a link to the conversation. */
const EmailTeam = z.object({
  ...base,
  kind: z.literal('email_team'),
  member_ids: z._default(z.array(Id).check(z.maxLength(emailMembersMax)), []),
  team_id: z._default(z.nullable(Id), null),
  subject: z._default(text(0, emailSubjectCharsMax), ''),
  body: z._default(text(0, stepTextCharsMax), ''),
  next: Edge,
})
/** For the team alone. */
const Note = z.object({
  ...base,
  kind: z.literal('note'),
  body: z._default(text(0, stepTextCharsMax), ''),
  next: Edge,
})
const HandOver = z.object({
  ...base,
  kind: z.literal('hand_over'),
  /** Visible to the team only. */
  reason: z._default(text(0, 300), ''),
})
const HttpRequest = z.object({
  ...base,
  kind: z.literal('http_request'),
  method: z._default(z.enum(httpMethods), 'GET'),
  url: z._default(text(0, 2_000), ''),
  headers: z._default(z.array(Header).check(z.maxLength(httpHeadersMax)), []),
  body: z._default(text(0, httpBodyCharsMax), ''),
  timeout_s: z._default(z.int().check(z.gte(1), z.lte(httpTimeoutMax_s)), 10),
  map: z._default(z.array(Mapping).check(z.maxLength(httpMappingsMax)), []),
  ok: Edge,
  failed: Edge,
})
const HubspotProperty = z.object({
  property: z._default(text(0, hubspotPropertyCharsMax), ''),
  /** `{{name}}` inserts a variable; empty clears the property. */
  value: z._default(text(0, hubspotStepValueCharsMax), ''),
})
/** Creates the customer's contact in HubSpot, or updates it. */
const HubspotContact = z.object({
  ...base,
  kind: z.literal('hubspot_contact'),
  properties: z._default(z.array(HubspotProperty).check(z.maxLength(hubspotStepPropertiesMax)), []),
  ok: Edge,
  failed: Edge,
})
/** Creates a ticket of the customer's contact in HubSpot. */
const HubspotTicket = z.object({
  ...base,
  kind: z.literal('hubspot_ticket'),
  subject: z._default(text(0, hubspotSubjectCharsMax), ''),
  content: z._default(text(0, stepTextCharsMax), ''),
  ok: Edge,
  failed: Edge,
})
const GoTo = z.object({ ...base, kind: z.literal('go_to'), to: Edge })
/** Ends this run and starts the other scenario. */
const RunScenario = z.object({
  ...base,
  kind: z.literal('run_scenario'),
  scenario_id: z._default(z.nullable(Id), null),
})
const End = z.object({ ...base, kind: z.literal('end'), resolve: z._default(z.boolean(), false) })

export const StepKind = z.enum(stepKinds)
export type StepKind = z.infer<typeof StepKind>
export const Step = z.discriminatedUnion('kind', [
  Message,
  Buttons,
  Cards,
  Question,
  Form,
  Rate,
  Branch,
  Split,
  Wait,
  Assistant,
  SetField,
  AddTags,
  SetPriority,
  Assign,
  Note,
  EmailTeam,
  HandOver,
  HttpRequest,
  HubspotContact,
  HubspotTicket,
  GoTo,
  RunScenario,
  End,
])
export type Step = z.infer<typeof Step>
export type StepOf<K extends StepKind> = Extract<Step, { kind: K }>

export const Flow = z.object({
  trigger: ScenarioTrigger,
  /** Who the scenario is for. */
  audience: z._default(FlowConditions, { match: 'all', conditions: [] }),
  /** The first one is the fallback. */
  locales: z
    .array(Locale)
    .check(
      z.minLength(1, 'language_needed'),
      z.maxLength(locales.length),
      z.refine(areUnique, 'choice_invalid'),
    ),
  variables: z._default(
    z.array(FlowVariable).check(
      z.maxLength(flowVariablesMax),
      z.refine((variables) => areUnique(variables.map(({ name }) => name)), 'name_taken'),
    ),
    [],
  ),
  start_step_id: Edge,
  /** The goal is reached when a run enters this step. */
  goal_step_id: z.optional(z.nullable(FlowId)),
  steps: z._default(
    z.array(Step).check(
      z.maxLength(flowStepsMax),
      z.refine((steps) => areUnique(steps.map(({ id }) => id)), 'id_reused'),
    ),
    [],
  ),
})
export type Flow = z.infer<typeof Flow>
