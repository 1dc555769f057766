import * as z from 'zod/mini'
import { Id, Time } from '../fields.schema.ts'

/** A passage that an answer quotes, checkable after the page has changed. */
export const Citation = z.object({
  /** 1, 2, … as in the answer's text: `[1]`. */
  number: z.int(),
  title: z.string(),
  /** Headings above the passage, outermost first, joined by ` › `; empty when there are none. */
  heading: z.string(),
  /** Word for word from the stored snapshot. */
  quote: z.string(),
  /** The page itself, with a text fragment that opens at the passage; null for texts and files. */
  url: z.nullable(z.string()),
  /** A path of our copy of the page from the time of the quote. */
  snapshot_url: z.string(),
  fetched_at: Time,
  source_id: Id,
  item_id: Id,
})
export type Citation = z.infer<typeof Citation>
