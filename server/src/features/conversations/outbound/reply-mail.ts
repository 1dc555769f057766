import type { ConversationStatus, NotEmailedReason } from '@ozvi/contract'

/* Decides whether replies are emailed now. Pure: all inputs are parameters, times in ms. */

/**
 * Who vouches for an address. Only replies to a `signed` or `team` address are emailed with their text.
 *
 * - `signed`: the customer's own server
 * - `team`: a member, and the customer has never used the chat
 * - `typed`: a visitor or a page; anyone can type another person's address
 */
export type AddressSource = 'signed' | 'team' | 'typed'
export interface Address {
  email: string
  source: AddressSource
}
export const hasText = ({ source }: Address): boolean => source !== 'typed'

export interface ReplyMailState {
  status: ConversationStatus
  is_blocked: boolean
  /** Merged into another conversation, or its workspace is being deleted. */
  is_gone: boolean
  /** Minutes; null if replies aren't emailed. */
  after_min: number | null
  /** The customer has the chat open in a browser. */
  is_online: boolean
  last_seen_at: number | null
  /** When the replies that are neither seen, answered nor emailed were sent; oldest first. */
  replies: readonly number[]
  address: Address | null
  is_unsubscribed: boolean
}
export type ReplyMailDecision =
  | { action: 'none'; because?: NotEmailedReason }
  | { action: 'wait'; until: number }
  | { action: 'send'; to: Address }

export function decideReplyMail(state: ReplyMailState, now: number): ReplyMailDecision {
  const { status, is_blocked, is_gone, after_min, is_online, last_seen_at, replies, address } = state
  const [first] = replies
  if (first === undefined || after_min === null || status === 'spam' || is_blocked || is_gone)
    return { action: 'none' }
  if (status === 'resolved') return { action: 'none', because: 'resolved' }
  const delay_ms = after_min * 60_000
  if (is_online) return { action: 'wait', until: now + delay_ms }
  const until = Math.max(first, last_seen_at ?? 0) + delay_ms
  if (until > now) return { action: 'wait', until }
  if (!address) return { action: 'none', because: 'no_address' }
  if (state.is_unsubscribed) return { action: 'none', because: 'unsubscribed' }
  return { action: 'send', to: address }
}
