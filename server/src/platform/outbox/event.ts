import type { Audience } from '../realtime/index.ts'

/** An event to publish: channel, name on the wire, data. */
export interface OutboxEvent {
  channel: string
  event: string
  data: unknown
  /** Whom of the channel it is for; without it, everybody. */
  audience?: Audience | null | undefined
}

/** An event with its place in the outbox: the row, and the transaction that wrote it. */
export interface StoredOutboxEvent extends OutboxEvent {
  id: number
  xid: string
}
