import { defineEvent, defineRoute } from '../api.ts'
import { conversationChannel } from '../channels.ts'
import type * as schema from './messages.schema.ts'

export type {
  MessageButton,
  MessageCard,
  MessageFormField,
  MessageFormValues,
  MessageImage,
} from './message-content.schema.ts'
export type { MessageDetails, NotEmailedReason, SummaryFacts } from './message-details.schema.ts'
export type { Delivered, Message, MessageChange, MessageKind, Seen, Typing } from './messages.schema.ts'

export const messageCharsMax = 8_000
export const buttonIdCharsMax = 64
/** Limit of the answer in one field of a form. */
export const formValueCharsMax = 1_000

/**
 * Lists messages, notes and events in order. Without `after_seq` and `before_seq`, the newest are returned.
 */
export const listMessages = defineRoute<typeof schema.listMessages>()(
  'GET',
  '/api/integration/:integration_id/conversation/:conversation_id/message',
)
/**
 * Sends a message to the customer, or adds a note for the team. The caller chooses the id; a repeated call returns
 * the existing message.
 * @throws Problem `invalid_input` on `reply_to`: no such message
 */
export const sendMessage = defineRoute<typeof schema.sendMessage>()(
  'POST',
  '/api/integration/:integration_id/conversation/:conversation_id/message',
)
/** Shows the customer for a few seconds that someone is typing. Nothing is stored. */
export const setTyping = defineRoute<typeof schema.setTyping>()(
  'POST',
  '/api/integration/:integration_id/conversation/:conversation_id/typing',
)

/** Sent to members who have the conversation open: all entries, including notes. */
export const messageSent = defineEvent<typeof schema.messageSent>()('MessageSent', conversationChannel)
/** Sent to members who have the conversation open when a message changes. */
export const messageChanged = defineEvent<typeof schema.messageChanged>()(
  'MessageChanged',
  conversationChannel,
)
export const messagesSeen = defineEvent<typeof schema.messagesSeen>()('MessagesSeen', conversationChannel)
export const messagesDelivered = defineEvent<typeof schema.messagesDelivered>()(
  'MessagesDelivered',
  conversationChannel,
)
export const typingChanged = defineEvent<typeof schema.typingChanged>()(
  'TypingChanged',
  conversationChannel,
  { is_ephemeral: true },
)
/** How long a typing indicator is shown unless it is renewed. */
export const typingTtl_ms = 6_000
