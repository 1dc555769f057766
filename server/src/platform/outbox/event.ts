import type { Audience } from '../realtime/index.ts'

/** An event to publish: channel, name on the wire, data. */
export interface OutboxEvent {
  channel: string
  event: string
  data: unknown
  /** The users on the channel it is for; everyone if absent. */
  audience?: Audience | null | undefined
}

/** An event with its position in the outbox: its row, and the transaction that wrote it. */
export interface StoredOutboxEvent extends OutboxEvent {
  id: number
  xid: string
}
