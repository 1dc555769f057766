import { type AnswerTrace, type Message, Problem } from '@ozvi/contract'
import type { Causation } from '#features/rules'
import { validationError } from '#platform/http/validation-error.ts'
import type { UpdatedConversation, MessageRow } from '../record/rows.ts'
import type { Changes, Key } from '../record/store.ts'

/** Message kinds without text. The inbox row keeps showing the previous message. */
export const nonTextKinds: readonly Message['kind'][] = ['event', 'ai_notice', 'hand_over', 'rating']

export interface Entry extends Pick<Message, 'id' | 'author' | 'kind' | 'body'> {
  author_id?: string | null
  author_name?: string | null
  /** Already locked in this transaction. */
  attachments?: Message['attachments']
  citations?: Message['citations']
  details?: Message['details']
  /** How the assistant arrived at the answer. */
  trace?: AnswerTrace | undefined
  /** Notes and some events are visible to the team only. */
  is_visible: boolean
  caused_by?: Causation | undefined
}
/** Who acts, as shown in the thread: a member, or without a user a scenario or a rule. */
export interface Actor {
  user_id: string | null
  name: string
  scenario?: NonNullable<Message['details']['scenario']>
  caused_by?: Causation
}

/** Whom a writer's conversations are assigned to; not to an API key. */
export const assigneeOf = ({ kind, user_id }: { kind?: 'member' | 'api_key'; user_id: string }) =>
  kind === 'api_key' ? null : user_id

/** An entry before it is stored. */
export interface Proposed {
  key: Key
  entry: Entry
  /** Changes to the conversation. */
  changes: Changes
  /** ISO 8601. */
  at: string
}
/** A stored entry, with the conversation after it. */
export interface Stored extends Proposed {
  conversation: UpdatedConversation
  message: MessageRow
}

export interface Appended {
  kind: 'appended'
  conversation: UpdatedConversation
  message: MessageRow
}
export type Outcome =
  | Appended
  /** This author has already sent this id. The transaction is rolled back. */
  | { kind: 'repeated'; message: MessageRow }
  | { kind: 'merged'; into_id: string }
  /** The conversation doesn't exist or doesn't match the condition. */
  | { kind: 'absent' }

/** @throws Problem `not_found` · `invalid_input` on `conversation_id` if it was merged, on `id` if it was used before */
export function getAppended(outcome: Outcome): Appended {
  if (outcome.kind === 'appended') return outcome
  if (outcome.kind === 'repeated') throw validationError('id', 'id_reused')
  if (outcome.kind === 'merged') throw mergedProblem()
  throw new Problem('not_found')
}
export const mergedProblem = () => validationError('conversation_id', 'conversation_merged')

/**
 * Makes a send idempotent: returns the message it stored, now or at the first attempt.
 *
 * @throws Problem as `getAppended` does, and `invalid_input` on `id` if it was used for different content
 */
export function getSent(
  outcome: Outcome,
  sent: { body: string; file_ids?: readonly string[]; kind: string },
): MessageRow {
  if (outcome.kind !== 'repeated') return getAppended(outcome).message
  const { message } = outcome
  const file_ids = message.attachments.map(({ id }) => id).join()
  // An edited message no longer has its original text, so it isn't compared.
  const isSame =
    message.change ||
    (message.body === sent.body &&
      message.kind === sent.kind &&
      file_ids === [...new Set(sent.file_ids ?? [])].join())
  if (!isSame) throw validationError('id', 'id_reused')
  return message
}

/** @throws Problem `invalid_input` on `body` if there is neither text nor a file */
export function assertNotEmpty({ body, file_ids }: { body: string; file_ids: readonly string[] }): void {
  if (!body && file_ids.length === 0) throw validationError('body', 'required')
}
