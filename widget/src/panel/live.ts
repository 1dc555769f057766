import type {
  AnswerProgress,
  RealtimeAddress,
  Seen,
  VisitorConversation,
  VisitorMessage,
} from '@ozvi/contract'
import { createPusher, type PusherAuth } from '@ozvi/wire/pusher'
import type { TypingMark } from './thread/typing-marks.ts'

/** Event data of a visitor's channel, by event name. */
interface VisitorEvents {
  MessageSent: VisitorMessage
  MessageChanged: VisitorMessage
  ConversationChanged: VisitorConversation
  ConversationDeleted: { conversation_id: string }
  MessagesSeen: Seen
  TypingChanged: TypingMark
  AnswerProgressed: AnswerProgress
  VisitorForgotten: unknown
}
export type VisitorListeners = { [N in keyof VisitorEvents]: (data: VisitorEvents[N]) => void }

interface RealtimeOptions {
  address: RealtimeAddress
  contact_id: string
  authorize: (socket_id: string, channel: string) => Promise<PusherAuth | null>
  listeners: VisitorListeners
  /** The channel is live, at first and after each reconnect: earlier data may be outdated. */
  onConnected: () => void
  /** Events no longer arrive. */
  onLost: () => void
}

/** The visitor's channel. */
export function connectRealtime({
  address,
  contact_id,
  authorize,
  listeners,
  onConnected,
  onLost,
}: RealtimeOptions) {
  const pusher = createPusher({
    address,
    authorize,
    onState: (state) => {
      if (state !== 'connected') onLost()
    },
  })
  pusher.subscribe(`private-visitor.${contact_id}`, {
    live: onConnected,
    rejected: onLost,
    received(event, data) {
      const name = event.replace(/^App\\Events\\/, '')
      // Only our server publishes on this channel, so the data has the type of the contract.
      if (Object.hasOwn(listeners, name)) (listeners as Record<string, (data: unknown) => void>)[name]?.(data)
    },
  })
  pusher.connect()
  return pusher
}
