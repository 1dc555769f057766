/** What carries text between nodes. It may lose and it may be away, but it neither waits nor throws. */
export interface Line {
  /** Begins to carry, and goes on trying for as long as it is open. */
  open(listener: LineListener): void
  /** Hands the text to every node, this one too: one's own echo tells that the line carries. */
  send(text: string): void
  close(): Promise<void>
}

export interface LineListener {
  received(text: string): void
  /** From now on every message is received; called again after every interruption. */
  up(): void
  down(): void
}
