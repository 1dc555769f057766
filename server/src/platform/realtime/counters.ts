/** What happened since the start, for metrics. Gauges are added by whoever reads them. */
export class Counters {
  /** Connections taken in. */
  accepted = 0
  /** Connections turned away after the upgrade, by close code. */
  readonly refused = new Map<number, number>()
  /** Connections the server ended, by close code or by `slow_bytes`, `slow_age`. */
  readonly closed = new Map<number | string, number>()
  published = 0
  /** Frames queued for subscribers. */
  delivered = 0
  /** Writes to sockets; `delivered / written` tells how well frames are joined. */
  written = 0
  /** Ephemeral frames left out for connections that lag. */
  dropped = 0
  client_events = 0
  /** Refused subscriptions, sign-ins and client events. */
  rejected = 0
  /** What other nodes said and was not believed. */
  misheard = 0
  /** Errors of our own while handling a message. */
  failures = 0

  static count<Key>(map: Map<Key, number>, key: Key) {
    map.set(key, (map.get(key) ?? 0) + 1)
  }
}
