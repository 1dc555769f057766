/**
 * Runs `action` in one tab at a time. Without Web Locks (plain http, blocked storage) it runs directly: every
 * guarded call is harmless when repeated.
 */
export async function withTabLock<T>(name: string, action: () => Promise<T>): Promise<T> {
  let has_started = false
  try {
    // The DOM types nest promises here.
    return (await navigator.locks.request(name, () => {
      has_started = true
      return action()
    })) as T
  } catch (error) {
    if (has_started) throw error
    return action()
  }
}
