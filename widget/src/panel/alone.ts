/**
 * Runs `act` in one tab at a time. Without Web Locks (plain http, blocked storage) it just runs: every call
 * it guards is harmless when made twice.
 */
export async function alone<T>(name: string, act: () => Promise<T>): Promise<T> {
  let has_begun = false
  try {
    // Typed for promises, yet its type nests them.
    return (await navigator.locks.request(name, () => {
      has_begun = true
      return act()
    })) as T
  } catch (error) {
    if (has_begun) throw error
    return act()
  }
}
