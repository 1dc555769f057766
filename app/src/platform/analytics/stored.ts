/**
 * Removes what product analytics has stored in this browser.
 *
 * @param key of the project, part of the names of its entries
 * @param isRunning keeps the opt-out marker the library reads
 */
export function removeStored(key: string, isRunning: boolean) {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = globalThis[name]
      for (const entry of Object.keys(storage)) {
        const isMarkerKey = entry === `__ph_opt_in_out_${key}`
        if (entry.startsWith(`ph_${key}_`) || (isMarkerKey && !isRunning)) storage.removeItem(entry)
      }
    } catch {
      return // without storage there is nothing to remove
    }
  }
}
