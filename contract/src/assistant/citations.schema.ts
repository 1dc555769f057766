import * as z from 'zod/mini'
import { Id, Time } from '../fields.schema.ts'

/** A passage that an answer quotes, checkable after the page has changed. */
export const Citation = z.object({
  /** 1, 2, … as in the answer's text: `[1]`. */
  number: z.int(),
  title: z.string(),
  /** Headings above the passage, outermost first, joined by ` › `; empty if there are none. */
  heading: z.string(),
  /** Verbatim from the stored snapshot. */
  quote: z.string(),
  /** URL of the page, with a text fragment that scrolls to the passage; null for texts and files. */
  url: z.nullable(z.string()),
  /** Path of our copy of the page at the time of the quote. */
  snapshot_url: z.string(),
  fetched_at: Time,
  source_id: Id,
  item_id: Id,
})
export type Citation = z.infer<typeof Citation>
