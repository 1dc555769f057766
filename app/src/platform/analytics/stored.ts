/**
 * Removes what an earlier visit's product analytics left in this browser, when there is no consent any more and
 * its library, which would do it, is not loaded.
 *
 * @param key of the project, which all of its entries are named after
 */
export function removeProductAnalytics(key: string) {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = globalThis[name]
      for (const entry of Object.keys(storage)) {
        if (entry.startsWith(`ph_${key}_`) || entry === `__ph_opt_in_out_${key}`) storage.removeItem(entry)
      }
    } catch {
      return // a browser without storage has nothing to remove
    }
  }
}
