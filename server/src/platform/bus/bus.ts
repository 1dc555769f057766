/** Between the nodes of one installation: quick, and never the truth. What must not be lost is in the database. */
export interface Bus {
  /** This node, new with every process. */
  readonly node_id: string
  /**
   * Tells every other node, without waiting and without throwing; what cannot be told is lost, and found
   * missing by those who listen. What is told in one turn travels together, in its order.
   */
  publish(topic: string, data: unknown): void
  /**
   * Hears what other nodes publish on a topic, each node's messages in its order and none twice.
   *
   * @param hear `data` is whatever came over the wire: to be checked before it is believed
   * @returns the way to stop
   */
  subscribe(topic: string, hear: (data: unknown, from_node: string) => void): () => void
  /** Told who comes, who has gone silent for good, and when something another node said was missed. */
  watch(listener: BusListener): () => void
  /** The other nodes that are heard from. */
  nodes(): readonly string[]
  stats(): BusStats
  /** Says goodbye, so that the others need not wait for a silence. */
  close(): Promise<void>
}

export interface BusListener {
  /** A node is heard for the first time, or again after it was given up. */
  joined?(node_id: string): void
  /** A node has taken its leave, or has said nothing for so long that it counts as dead. */
  left?(node_id: string): void
  /** Something is missing: a hole in what that node said, or this node was cut off from all (null). */
  missed?(node_id: string | null): void
}

/** Gauges, and counts since the start. */
export interface BusStats {
  /** Whether what this node says comes round to itself in time: a broker that stands still is away, too. */
  is_up: boolean
  /** How long the last message took to come round. */
  lag_ms: number
  nodes: number
  /** Messages, however many of them travelled together. */
  published: number
  heard: number
  /** Holes in what others said, and reconnections after which there may be some. */
  missed: number
  /** What was dropped unread, by reason: `size`, `signature`, `shape`, `repeat`; or `handler` for what a listener choked on. */
  refused: Record<string, number>
}
