/** Transport between nodes. Best effort: messages can be lost, and `send` never blocks or throws. */
export interface BusConnection {
  /** Connects, and keeps reconnecting until closed. */
  open(listener: BusConnectionListener): void
  /** Sends the text to every node including this one: the echo proves that the connection works. */
  send(text: string): void
  close(): Promise<void>
}

export interface BusConnectionListener {
  received(text: string): void
  /** Connected: every message from now on is received. Called again after every reconnection. */
  up(): void
  down(): void
}
