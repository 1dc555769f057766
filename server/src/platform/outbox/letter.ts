import type { Audience } from '../realtime/index.ts'

/** One event on its way: channel, name on the wire, data. */
export interface Letter {
  channel: string
  event: string
  data: unknown
  /** Whom of the channel it is for; without it, everybody. */
  audience?: Audience | null | undefined
}

/** A letter with its place in the outbox: the row, and the transaction that wrote it. */
export interface Numbered extends Letter {
  id: number
  xid: string
}
