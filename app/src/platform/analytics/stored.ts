/**
 * Removes what product analytics has left in this browser.
 *
 * @param key of the project, which all of its entries are named after
 * @param isRunning the library goes by its note of the refusal, which stays with it
 */
export function removeStored(key: string, isRunning: boolean) {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = globalThis[name]
      for (const entry of Object.keys(storage)) {
        const isNote = entry === `__ph_opt_in_out_${key}`
        if (entry.startsWith(`ph_${key}_`) || (isNote && !isRunning)) storage.removeItem(entry)
      }
    } catch {
      return // a browser without storage has nothing to remove
    }
  }
}
