import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Id, Time } from '../fields.schema.ts'
import { importLimits } from './imports.ts'

export const ImportStatus = z.enum([
  'waiting',
  'checking',
  'checked',
  'running',
  'done',
  'cancelled',
  'failed',
  'undoing',
  'undone',
])
export type ImportStatus = z.infer<typeof ImportStatus>
export const ContactImport = z.object({
  id: Id,
  integration_id: Id,
  file_name: z.string(),
  /**
   * `waiting`: the columns have to be matched. In `checking` and `checked` the counts say what the import
   * would do; nothing has been written yet.
   */
  status: ImportStatus,
  by_name: z.string(),
  created_at: Time,
  /** Without the header row. */
  rows_total: z.int(),
  /** Rows imported; during an undo, rows undone. */
  rows_done: z.int(),
  created: z.int(),
  updated: z.int(),
  /** Rows that changed nothing: the contact exists and is skipped, or already has the values of the file. */
  skipped: z.int(),
  /** Failed rows, which can be downloaded with the reasons. */
  failed: z.int(),
  /** Contacts kept by the undo because they have messages or notes. */
  kept: z.int(),
  version: z.int(),
})
export type ContactImport = z.infer<typeof ContactImport>

export const ImportColumn = z.object({
  name: z.string(),
  /** Values of the first rows. */
  samples: z.array(z.string()),
  /** The suggested target; null if there is none. */
  guess: z.nullable(z.string()),
})
export type ImportColumn = z.infer<typeof ImportColumn>
/** An uploaded file after its first analysis. */
export const ImportDraft = z.object({
  import: ContactImport,
  encoding: z.string(),
  delimiter: z.string(),
  /**
   * Detected: false if the first row seems to be a contact. The columns then have no names. A plan can correct
   * it.
   */
  has_header: z.boolean(),
  columns: z.array(ImportColumn),
})
export type ImportDraft = z.infer<typeof ImportDraft>
export const listContactImports = schemas({
  output: z.array(ContactImport),
  problems: ['not_found', 'forbidden'],
})
export const uploadContactImport = schemas({
  output: ImportDraft,
  problems: ['not_found', 'forbidden', 'invalid_input', 'too_large'],
})
export const ImportPlan = z.object({
  /** The target of each column, in order; null skips the column. */
  columns: z
    .array(z.nullable(z.string().check(z.maxLength(100))))
    .check(z.maxLength(importLimits.columns_max)),
  /** The field by which existing contacts are matched. */
  match_by: z.enum(['email', 'external_id']),
  /** What happens to existing contacts. */
  on_existing: z.enum(['skip', 'update']),
  /** Whether the first row names the columns. If omitted, the value stays as last set or detected. */
  has_header: z.optional(z.boolean()),
})
export type ImportPlan = z.infer<typeof ImportPlan>
export const checkContactImport = schemas({
  input: ImportPlan,
  output: ContactImport,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const startContactImport = schemas({
  input: ImportPlan,
  output: ContactImport,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const cancelContactImport = schemas({
  output: ContactImport,
  problems: ['not_found', 'forbidden'],
})
export const undoContactImport = schemas({
  output: ContactImport,
  problems: ['not_found', 'forbidden'],
})
export const contactImportChanged = ContactImport
export const contactsImported = z.object({ integration_id: Id })
