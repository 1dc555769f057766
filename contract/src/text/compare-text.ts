/** Compares by code units, as the database does with the collation "C"; `localeCompare` sorts differently. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
