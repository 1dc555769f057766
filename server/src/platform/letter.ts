/** One event on its way: channel, name on the wire, data. */
export interface Letter {
  channel: string
  event: string
  data: unknown
}

/** A letter with its place in the outbox: the row, and the transaction that wrote it. */
export interface Numbered extends Letter {
  id: number
  xid: string
}
