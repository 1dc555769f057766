/** Whose run a server dies in. Without `at` it lives. */
export interface KillOrder {
  conversation_id: string
  at?: KillPoint | undefined
}
/** The `nth` time that a point of this name is reached, by any node. */
export interface KillPoint {
  name: string
  nth: number
}

/** The points that a conversation has reached, as lines of a file that all nodes append to. */
export const pointsFile = (order_file: string, conversation_id: string) => `${order_file}.${conversation_id}`
