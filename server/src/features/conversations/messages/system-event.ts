import { randomUUID } from 'node:crypto'
import type { Entry } from './append.ts'

/** A line in the thread of what happened by itself: by the clock, or because of what a customer has said. */
export const systemEvent = (details: NonNullable<Entry['details']>, is_visible: boolean): Entry => ({
  id: randomUUID(),
  kind: 'event',
  author: 'system',
  body: '',
  details,
  is_visible,
})
