/** How long a merge, of conversations or of contacts, can be taken back. */
export const undoMerge_ms = 30 * 86_400_000
