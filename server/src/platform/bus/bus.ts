/**
 * Messages between the nodes of one installation. Best effort: everything that must not be lost is in the
 * database.
 */
export interface Bus {
  /** Id of this node, new with every process. */
  readonly node_id: string
  /**
   * Publishes to all other nodes. Never blocks or throws. Messages can be lost; receivers detect the gap.
   * Messages of one tick travel together and keep their order.
   */
  publish(topic: string, data: unknown): void
  /**
   * Subscribes to a topic. Messages of each node arrive in order and never twice.
   *
   * @param listener `data` is unvalidated input from the network
   * @returns a function that unsubscribes
   */
  subscribe(topic: string, listener: (data: unknown, from_node: string) => void): () => void
  /** Reports nodes that join or leave, and lost messages. */
  watch(listener: BusListener): () => void
  /** The other nodes that are alive. */
  nodes(): readonly string[]
  stats(): BusStats
  /** Announces the departure, so the other nodes needn't wait for the timeout. */
  close(): Promise<void>
}

export interface BusListener {
  /** A node's first message, or its first after it was considered dead. */
  joined?(node_id: string): void
  /** A node has shut down, or has been silent for so long that it counts as dead. */
  left?(node_id: string): void
  /** Messages were lost: of that node, or of all nodes while this one was disconnected (null). */
  missed?(node_id: string | null): void
}

/** Gauges, and counters since the start. */
export interface BusStats {
  /** Whether this node's own messages come back in time. Detects a stalled broker too. */
  is_up: boolean
  /** Round-trip time of the last message. */
  lag_ms: number
  nodes: number
  /** Messages, however many of them traveled together. */
  published: number
  received: number
  /** Detected gaps, and reconnections that may have caused some. */
  missed: number
  /**
   * Messages dropped unread, by reason: `size`, `signature`, `shape`, `repeat`; or `handler` if a listener
   * threw.
   */
  rejected: Record<string, number>
}
