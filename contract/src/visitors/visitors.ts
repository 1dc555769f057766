import { defineEvent, defineRoute } from '../api.ts'
import { visitorChannel } from '../channels.ts'
import type * as schema from './visitors.schema.ts'

export type {
  VisitorConversation,
  VisitorMessage,
  RealtimeAddress,
  ScenarioBubble,
  LauncherLook,
  WidgetConfig,
  WidgetTrigger,
  AnswerProgress,
} from './visitors.schema.ts'

/** Everything an anonymous visitor can do is in this file. */

/** The most conversations a visitor's list contains: the newest. */
export const visitorConversationsMax = 50
/** Where a visitor's own files, and those sent to them, are read with their token. */
export const visitorFilePath = (file_id: string) => `/api/visitor/file/${file_id}`

/**
 * Starts or resumes a visit. Without a bearer token, a new visitor is created and its `token` is returned
 * once. With one, the same visitor is returned and `token` is null, unless `identity` changes the visitor.
 * @throws Problem `invalid_input` on `identity.{check}`: the token is invalid, and nothing has changed; on
 * `identity.mode`: the workspace doesn't accept identity tokens
 */
export const openVisitorSession = defineRoute<typeof schema.openVisitorSession>()(
  'POST',
  '/api/visitor/session',
)
export const listVisitorConversations = defineRoute<typeof schema.listVisitorConversations>()(
  'GET',
  '/api/visitor/conversation',
)
export const listVisitorMessages = defineRoute<typeof schema.listVisitorMessages>()(
  'GET',
  '/api/visitor/conversation/:conversation_id/message',
)
/**
 * Sends a message as the visitor and starts the conversation if it doesn't exist. The caller chooses the ids
 * of the message and the conversation.
 * @throws Problem `invalid_input` on `reply_to`: no such message; on `button_id`: that message has no such
 * button; on `form_values` or `form_values.{field_id}`: that message has no form, or the field isn't filled in correctly
 */
export const sendVisitorMessage = defineRoute<typeof schema.sendVisitorMessage>()(
  'POST',
  '/api/visitor/conversation/:conversation_id/message',
)
/**
 * Starts a scenario whose trigger applies to the page, in a new conversation. The server checks its audience,
 * page and frequency again. A repeated call with the same conversation returns it.
 * @returns null if it doesn't start
 */
export const startVisitorScenario = defineRoute<typeof schema.startVisitorScenario>()(
  'POST',
  '/api/visitor/conversation/:conversation_id/scenario-run',
)
export const requestPerson = defineRoute<typeof schema.requestPerson>()(
  'POST',
  '/api/visitor/conversation/:conversation_id/hand-over',
)
/** Rates a conversation. Only resolved conversations can be rated; they stay resolved. */
export const rateConversation = defineRoute<typeof schema.rateConversation>()(
  'POST',
  '/api/visitor/conversation/:conversation_id/rating',
)
/**
 * Emails what the visitor sees of a conversation. Only an address that the customer's server has signed gets the
 * text; any other gets a link that shows the conversation in the browser it was started in.
 * @throws Problem `invalid_input` on `email`: invalid, or the workspace sends no transcripts; `rate_limited` on
 * `email`: too many emails
 */
export const sendTranscript = defineRoute<typeof schema.sendTranscript>()(
  'POST',
  '/api/visitor/conversation/:conversation_id/transcript',
)
export const markVisitorSeen = defineRoute<typeof schema.markVisitorSeen>()(
  'POST',
  '/api/visitor/conversation/:conversation_id/seen',
)
/** Records that this browser has received everything up to `seq`, whether or not it was seen. */
export const markVisitorDelivered = defineRoute<typeof schema.markVisitorDelivered>()(
  'POST',
  '/api/visitor/conversation/:conversation_id/delivered',
)
export const setVisitorTyping = defineRoute<typeof schema.setVisitorTyping>()(
  'POST',
  '/api/visitor/conversation/:conversation_id/typing',
)
/**
 * Sets the visitor's name or address, as an unverified claim. For a verified contact it only fills in missing
 * values.
 * @throws Problem `invalid_input` on `identity.mode`: must be set by the page, with a signature, in this
 * workspace
 */
export const describeVisitor = defineRoute<typeof schema.describeVisitor>()('PUT', '/api/visitor/contact')
export const recordPageVisit = defineRoute<typeof schema.recordPageVisit>()('POST', '/api/visitor/page')
export const endVisitorSession = defineRoute<typeof schema.endVisitorSession>()(
  'POST',
  '/api/visitor/session/end',
)

/** The visitor's id stays the same where their contact is merged into another one. */
export const visitorMessageSent = defineEvent<typeof schema.visitorMessageSent>()(
  'MessageSent',
  visitorChannel,
)
export const visitorMessageChanged = defineEvent<typeof schema.visitorMessageChanged>()(
  'MessageChanged',
  visitorChannel,
)
export const visitorConversationChanged = defineEvent<typeof schema.visitorConversationChanged>()(
  'ConversationChanged',
  visitorChannel,
)
export const visitorMessagesSeen = defineEvent<typeof schema.visitorMessagesSeen>()(
  'MessagesSeen',
  visitorChannel,
)
export const visitorTypingChanged = defineEvent<typeof schema.visitorTypingChanged>()(
  'TypingChanged',
  visitorChannel,
  { is_ephemeral: true },
)
export const answerProgressed = defineEvent<typeof schema.answerProgressed>()(
  'AnswerProgressed',
  visitorChannel,
  { is_ephemeral: true },
)
