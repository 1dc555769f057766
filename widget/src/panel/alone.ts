/**
 * Runs `act` in one tab at a time. Without Web Locks (plain http, blocked storage) it runs directly: every
 * guarded call is harmless when repeated.
 */
export async function alone<T>(name: string, act: () => Promise<T>): Promise<T> {
  let has_begun = false
  try {
    // The DOM types nest promises here.
    return (await navigator.locks.request(name, () => {
      has_begun = true
      return act()
    })) as T
  } catch (error) {
    if (has_begun) throw error
    return act()
  }
}
