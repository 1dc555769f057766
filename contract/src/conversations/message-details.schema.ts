import * as z from 'zod/mini'
import { Id } from '../fields.schema.ts'
import { FieldValue } from '../filters/custom-fields.schema.ts'
import { failedStepReasons, scenarioRunStatuses } from '../scenarios/scenarios.ts'
import { AssignmentMode } from '../users/teams.schema.ts'
import { ConversationStatus, HandOverReason, Priority } from './conversations.schema.ts'
import {
  ButtonId,
  MessageButton,
  MessageCard,
  MessageFormField,
  MessageFormValues,
  MessageImage,
} from './message-content.schema.ts'

/** Why a reply to a customer who is away was not emailed. */
export const NotEmailedReason = z.enum(['no_address', 'unsubscribed', 'limit', 'resolved'])
export type NotEmailedReason = z.infer<typeof NotEmailedReason>

/** Facts about a conversation at the time of its handover. */
export const SummaryFacts = z.object({
  /** The customer's last questions, each shortened, oldest first. */
  questions: z.array(z.string()),
  /** Titles of the sources that the assistant quoted. */
  quoted_titles: z.array(z.string()),
  /** Host and path of the page that the conversation started on. */
  page: z.nullable(z.string()),
})
export type SummaryFacts = z.infer<typeof SummaryFacts>

/** Structured data of a message, in addition to its text. */
export const MessageDetails = z.object({
  event: z.optional(
    z.enum([
      'started',
      'taken_over',
      'handed_back',
      'status_changed',
      'assigned',
      'auto_assigned',
      'team_assigned',
      'subject_changed',
      'tags_changed',
      'priority_changed',
      'fields_changed',
      'overdue',
      'timed_out',
      'unsnoozed',
      'unsnoozed_by_customer',
      'reopened',
      'confirmed',
      'follows',
      'message_edited',
      'message_deleted',
      'message_restored',
      'merged',
      'merged_into',
      'unmerged',
      'split_off',
      'split_from',
      'reply_emailed',
      'reply_not_emailed',
      'scenario_started',
      'scenario_paused',
      'scenario_resumed',
      'scenario_step_failed',
      'scenario_ended',
    ]),
  ),
  /** The message that this one replies to. It may have moved to another conversation. */
  reply_to: z.optional(Id),
  /** Replies offered to the customer as buttons. */
  buttons: z.optional(z.array(MessageButton)),
  /** The button that the customer chose, from the message in `reply_to`. */
  button_id: z.optional(ButtonId),
  image: z.optional(MessageImage),
  /** One card, or several side by side; the text of the message says the same. */
  cards: z.optional(z.array(MessageCard)),
  /** Fields that the customer can fill in. */
  form: z.optional(z.array(MessageFormField)),
  /** What the customer filled in, in the form of the message in `reply_to`. */
  form_values: z.optional(MessageFormValues),
  /** The scenario and the step that sent the message or caused the event, with their names at that time. */
  scenario: z.optional(
    z.object({
      id: Id,
      name: z.string(),
      run_id: Id,
      /** Empty if no step caused it. */
      step_id: z.string(),
      /** The position of the step in the flow, from 1. */
      step_number: z.optional(z.int()),
      step_title: z.optional(z.string()),
    }),
  ),
  /** Why a step of `scenario` failed; absent if it has another cause. */
  failed_step_reason: z.optional(z.enum(failedStepReasons)),
  /** How the run of `scenario` ended. */
  run_status: z.optional(z.enum(scenarioRunStatuses)),
  /** The message that was edited, deleted or restored. */
  target_id: z.optional(Id),
  status: z.optional(ConversationStatus),
  priority: z.optional(Priority),
  /** Members mentioned in a note. */
  mentions: z.optional(z.array(Id)),
  /** The conversation that this one continues. */
  follows_id: z.optional(Id),
  follows_number: z.optional(z.int()),
  /** The other conversation of a merge or split. */
  other_id: z.optional(Id),
  other_number: z.optional(z.int()),
  /** The merge, which can be undone for a while. */
  merge_id: z.optional(Id),
  /** Names of tags at that time. */
  tags_added: z.optional(z.array(z.string())),
  tags_removed: z.optional(z.array(z.string())),
  /** Names of custom fields at that time. */
  fields: z.optional(
    z.array(z.object({ label: z.string(), before: z.nullable(FieldValue), after: z.nullable(FieldValue) })),
  ),
  assignee_name: z.optional(z.nullable(z.string())),
  team_name: z.optional(z.nullable(z.string())),
  /** The assignment mode that selected the assignee. */
  assignment_mode: z.optional(AssignmentMode),
  reason: z.optional(HandOverReason),
  /** Text in the language of the customer. Visible to the team only. */
  summary: z.optional(z.string()),
  /** What `summary` says, as data. Hand-overs by an earlier version don't have it. Visible to the team only. */
  summary_facts: z.optional(SummaryFacts),
  /** `may_help`: the assistant wasn't sure of the answer. */
  band: z.optional(z.enum(['answer', 'may_help'])),
  confidence: z.optional(z.number()),
  /** Whether this is the assistant's reply to a customer who said thanks. */
  is_confirmed: z.optional(z.boolean()),
  /** Name of the rule that caused the event, at that time. */
  rule_name: z.optional(z.string()),
  /** Whether the customer of an outbound conversation can be reached in the chat. */
  via_chat: z.optional(z.boolean()),
  via_email: z.optional(z.boolean()),
  /** The address that a reply was emailed to. */
  emailed_to: z.optional(z.string()),
  /** Whether the email contains the reply, not only a link to it. */
  has_text: z.optional(z.boolean()),
  not_emailed_reason: z.optional(NotEmailedReason),
  /** Sent from a link in an email that was opened in another browser than the customer's. */
  by_link: z.optional(z.boolean()),
  /** Rating from 1 to 5. */
  score: z.optional(z.int()),
})
export type MessageDetails = z.infer<typeof MessageDetails>
