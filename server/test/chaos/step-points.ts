/** The run during which a server is killed. Without `at` it isn't. */
export interface KillOrder {
  conversation_id: string
  at?: KillPoint | undefined
}
/** The `nth` time any node reaches a point of this name. */
export interface KillPoint {
  name: string
  nth: number
}

/** The points that a conversation has reached, as lines of a file that all nodes append to. */
export const pointsFile = (order_file: string, conversation_id: string) => `${order_file}.${conversation_id}`
