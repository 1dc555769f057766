import * as z from 'zod/mini'
import { queryInt, schemas } from '../api.schema.ts'
import { Id, Time } from '../fields.schema.ts'
import { DataSourceItem } from './data-sources.schema.ts'
import { folderCharsMax } from './folders.ts'

/** Pages whose addresses start with `path`, in all subfolders. */
export const SourceFolder = z.object({
  /** Ends with `/`. */
  path: z.string(),
  /** The last part of the path, or the origin for the top level. */
  name: z.string(),
  /** Number of pages. `used` is the number of indexed pages that are turned on. */
  pages: z.int(),
  indexed: z.int(),
  used: z.int(),
  skipped: z.int(),
  failed: z.int(),
  gone: z.int(),
  /** Number of words of indexed pages. */
  words: z.int(),
  /** When a page in it last changed. */
  changed_at: z.nullable(Time),
})
export type SourceFolder = z.infer<typeof SourceFolder>
export const SourceEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('folder'), folder: SourceFolder }),
  z.object({ kind: z.literal('item'), item: DataSourceItem }),
])
export type SourceEntry = z.infer<typeof SourceEntry>
const Path = z.string().check(z.maxLength(folderCharsMax))
export const listSourceFolder = schemas({
  input: z.object({
    /** Empty for the top level. */
    path: z._default(Path, ''),
    cursor: z.optional(z.string().check(z.maxLength(4_000))),
    limit: queryInt(1, 200, 100),
  }),
  output: z.object({ entries: z.array(SourceEntry), next: z.nullable(z.string()) }),
  problems: ['not_found', 'invalid_input'],
})
export const updateSourceFolder = schemas({
  input: z.object({ path: Path.check(z.minLength(1)), is_enabled: z.boolean() }),
  output: z.object({
    /** Number of pages turned on or off. */
    changed: z.int(),
  }),
  problems: ['not_found', 'forbidden', 'invalid_input'],
})

/** An answer that quotes an item. */
export const ItemAnswer = z.object({
  message_id: Id,
  conversation_id: Id,
  /** Number of the conversation. */
  number: z.int(),
  subject: z.string(),
  quote: z.string(),
  sent_at: Time,
})
export type ItemAnswer = z.infer<typeof ItemAnswer>
export const listItemAnswers = schemas({
  output: z.object({ answers: z.array(ItemAnswer), total: z.int() }),
  problems: ['not_found', 'forbidden'],
})
