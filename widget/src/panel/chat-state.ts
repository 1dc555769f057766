import type { VisitorConversation } from '@ozvi/contract'
import type { Boot } from './boot.ts'
import type { Outgoing } from './composer/outbox.ts'
import type { SessionReply } from './session.ts'
import { createState } from './state.ts'
import type { ThreadState } from './thread/thread.ts'
import type { TypingMark } from './thread/typing-marks.ts'
import type { Attached } from './composer/uploads.ts'

export interface ChatState {
  /** `idle`: not opened, nothing stored. `unreachable`: retried automatically. */
  phase: 'idle' | 'starting' | 'ready' | 'unreachable' | 'rejected' | 'ended'
  /** Why the server rejects the visit, in the visitor's language. */
  error: string
  contact: SessionReply['contact'] | null
  suggestions: string[]
  /** Whether there is a team to hand over to. */
  has_team: boolean
  /** Whether a new conversation starts with the team. */
  starts_with_team: boolean
  /** Newest message first. */
  conversations: VisitorConversation[]
  threads: Record<string, ThreadState>
  /** Resolved conversations and their follow-ups. */
  followed: Record<string, string>
  /** Merged conversations and their targets. */
  merged: Record<string, string>
  /** Not acknowledged yet. */
  outgoing: Outgoing[]
  typing: Record<string, TypingMark>
  /** Attachments of drafts, by conversation. */
  attached: Record<string, Attached[]>
  is_online: boolean
  /** The last request was answered. */
  is_reachable: boolean
}

export const createChatState = (boot: Boot) =>
  createState<ChatState>({
    phase: 'idle',
    error: '',
    contact: null,
    suggestions: [],
    has_team: boot.has_team,
    starts_with_team: boot.starts_with_team,
    conversations: [],
    threads: {},
    followed: {},
    merged: {},
    outgoing: [],
    typing: {},
    attached: {},
    is_online: navigator.onLine,
    is_reachable: true,
  })
