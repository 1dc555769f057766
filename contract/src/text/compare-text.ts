/** Compares by UTF-16 code units: the order of the collation "C", except for characters above U+FFFF. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
