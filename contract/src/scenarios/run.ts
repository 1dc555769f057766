import type { HandOverReason, Priority } from '../conversations/conversations.ts'
import type { MessageFormField, MessageFormValues } from '../conversations/messages.ts'
import type { FieldValue } from '../filters/custom-fields.ts'
import type { Locale } from '../fields.ts'
import type { HeaderPart } from './placeholders.ts'
import type { scenarioRunStatuses } from './scenarios.ts'

/*
 * What the engine takes and returns. All of it is plain JSON.
 */

export const turnStepsMax = 50
export const stepVisitsMax = 5
export const pathStepsMax = 200
/** Longer values of variables and answers are cut. */
export const variableCharsMax = 1_000

export type RunStatus = (typeof scenarioRunStatuses)[number]
export interface RunState {
  status: RunStatus
  /** The current step; null before the start. */
  step_id: string | null
  /** What the step waits for; null while paused at a step that is still to be entered. */
  awaiting: 'message' | 'button' | 'form' | 'timer' | 'assistant' | 'http' | null
  waiting_until: string | null
  variables: Record<string, string | number>
  /** How often each step was entered. */
  visits: Record<string, number>
  /** To the current question. */
  invalid_answers: number
  /** The last `pathStepsMax` steps, oldest first. */
  path: string[]
  /** The arm that was taken at each split, by step. Absent in runs that never reached one. */
  arms?: Record<string, string>
}

export type AssistantOutcome = 'answered' | 'not_found' | 'wants_person'
export type RunInput =
  | { kind: 'started'; text?: string; wants_person?: boolean }
  /** `files` are the names of its attachments. */
  | { kind: 'message'; text: string; wants_person?: boolean; files?: readonly string[] | undefined }
  | { kind: 'button'; step_id: string; button_id: string }
  | { kind: 'form'; step_id: string; values: MessageFormValues }
  /** The time of `set_timer` has come. */
  | { kind: 'timer' }
  /** With the `key` of the request, results of earlier requests are ignored. */
  | { kind: 'assistant_result'; outcome: AssistantOutcome; key?: string }
  /** `body` is the parsed JSON of the response, or its text. */
  | { kind: 'http_result'; ok: boolean; status: number; body: unknown; key?: string }
  /** A teammate wrote to the customer. */
  | { kind: 'member_replied' }
  | { kind: 'resumed' }
  | { kind: 'ended' }

export type KnownFields = Readonly<Record<string, FieldValue | readonly string[] | null>>
export interface RunContext {
  run_id: string
  /** ISO 8601, UTC. */
  now: string
  locale: Locale
  /** The address of the page that the customer is on. */
  page: string
  is_open: boolean
  /** The day in the time zone of the workspace, such as `2026-12-24`. */
  today: string
  /** `name`, `email`, `phone`, `company`, custom fields by id, and `hubspot.{property}`. */
  contact: KnownFields
  /** `priority`, `tag` (ids), `team` (id) and custom fields by id. */
  conversation: KnownFields
}

export interface SentButton {
  id: string
  text: string
}
/** An uploaded image, with its size in pixels. */
export interface SentImage {
  id: string
  width: number
  height: number
  alt: string
}
export interface SentCard {
  id: string
  image: SentImage | null
  title: string
  text: string
  /** With a URL, the button opens it. */
  buttons: { id: string; text: string; url: string | null }[]
}
export type Effect =
  | {
      kind: 'send'
      step_id: string
      /** Of cards: the same as text. */
      text: string
      buttons: SentButton[]
      form?: MessageFormField[]
      image?: SentImage
      cards?: SentCard[]
    }
  /** `text` is the message to answer; null: the customer's last message. */
  | { kind: 'ask_assistant'; step_id: string; text: string | null; key: string }
  /** The key is the same whenever the request is repeated. */
  | {
      kind: 'http_request'
      step_id: string
      key: string
      method: string
      url: string
      headers: { name: string; value: HeaderPart[] }[]
      /** Null: none. */
      body: string | null
      timeout_s: number
    }
  /** Waits for `http_result`, like a request. */
  | {
      kind: 'hubspot_contact'
      step_id: string
      key: string
      properties: { name: string; value: string }[]
    }
  | { kind: 'hubspot_ticket'; step_id: string; key: string; subject: string; content: string }
  /** `name` is a built-in field or the id of a custom one; null clears it. A text may have to be converted. */
  | { kind: 'set_contact_field'; name: string; value: FieldValue | null }
  | { kind: 'set_conversation_field'; name: string; value: FieldValue | null }
  | { kind: 'add_tags'; tag_ids: string[] }
  | { kind: 'set_priority'; priority: Priority }
  | { kind: 'assign'; member_id: string | null; team_id: string | null }
  | { kind: 'note'; body: string }
  | { kind: 'rate'; score: number }
  /** `subject` is one line. */
  | {
      kind: 'email_team'
      member_ids: string[]
      team_id: string | null
      subject: string
      body: string
    }
  /** `text` is for the team. */
  | { kind: 'hand_over'; reason: HandOverReason; text: string }
  | { kind: 'set_timer'; at: string }
  | { kind: 'cancel_timer' }
  | { kind: 'run_scenario'; scenario_id: string }
  | { kind: 'resolve' }

export const createRunState = (): RunState => ({
  status: 'active',
  step_id: null,
  awaiting: null,
  waiting_until: null,
  variables: {},
  visits: {},
  invalid_answers: 0,
  path: [],
})
const liveStatuses: readonly RunStatus[] = ['active', 'waiting', 'paused']
/** Whether the run can still continue. */
export const isLiveRun = ({ status }: Pick<RunState, 'status'>): boolean => liveStatuses.includes(status)
