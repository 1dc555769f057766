/** Between the nodes of one installation: quick, and never the truth. What must not be lost is in the database. */
export interface Bus {
  /** This node, new with every process. */
  readonly node_id: string
  /** Tells every other node, without waiting; what cannot be told is lost, and found missing by those who listen. */
  publish(topic: string, data: unknown): void
  /**
   * Hears what other nodes publish on a topic, each node's messages in its order.
   *
   * @param hear `data` is whatever came over the wire: to be checked before it is believed
   * @returns the way to stop
   */
  subscribe(topic: string, hear: (data: unknown, from_node: string) => void): () => void
  /** Told who comes, who has gone silent for good, and when something another node said was missed. */
  watch(listener: BusListener): () => void
  /** The other nodes that are heard from. */
  nodes(): readonly string[]
  close(): Promise<void>
}

export interface BusListener {
  /** A node is heard for the first time, or again after it was given up. */
  joined?(node_id: string): void
  /** A node has said nothing for so long that it counts as dead. */
  left?(node_id: string): void
  /** Something is missing: a hole in what that node said, or this node was cut off from all (null). */
  missed?(node_id: string | null): void
}
