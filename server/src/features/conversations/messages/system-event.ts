import { randomUUID } from 'node:crypto'
import type { Entry } from './entry.ts'

/** An event without an actor: caused by the scheduler or by a customer's message. */
export const systemEvent = (details: NonNullable<Entry['details']>, is_visible: boolean): Entry => ({
  id: randomUUID(),
  kind: 'event',
  author: 'system',
  body: '',
  details,
  is_visible,
})
