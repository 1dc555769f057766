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

/** A point without its step, such as `before insert message`. */
const kindOf = ({ name }: KillPoint) => name.slice(name.indexOf(': ') + 2)

/**
 * The points whose kills have different effects: both sides of each commit, because a turn is stored as a whole or not
 * at all, and the first write of each kind.
 */
export function distinctPoints(points: readonly KillPoint[]): KillPoint[] {
  const kinds = new Set<string>()
  return points.filter((point) => {
    const kind = kindOf(point)
    const isFirst = !kinds.has(kind)
    kinds.add(kind)
    return isFirst || kind.endsWith('commit')
  })
}
