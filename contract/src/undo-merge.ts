import { day_ms } from './durations.ts'

/** How long a merge, of conversations or of contacts, can be taken back. */
export const undoMerge_ms = 30 * day_ms
