/** Counters since the start, for metrics. Gauges are added by the reader. */
export class Counters {
  /** Accepted connections. */
  accepted = 0
  /** Connections rejected after the upgrade, by close code. */
  readonly rejected_connections = new Map<number, number>()
  /** Connections closed by the server, by close code or `slow_bytes`, `slow_age`. */
  readonly closed = new Map<number | string, number>()
  published = 0
  /** Frames queued for subscribers. */
  delivered = 0
  /** Socket writes; `delivered / written` shows how well frames are batched. */
  written = 0
  /** Ephemeral frames dropped for connections that lag. */
  dropped = 0
  client_events = 0
  /** Rejected subscriptions, sign-ins and client events. */
  rejected = 0
  /** Invalid messages from other nodes. */
  invalid_messages = 0
  /** Internal errors while handling a message. */
  failures = 0

  static count<Key>(map: Map<Key, number>, key: Key) {
    map.set(key, (map.get(key) ?? 0) + 1)
  }
}
