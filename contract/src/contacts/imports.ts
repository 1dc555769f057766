import * as z from 'zod/mini'
import { workspaceChannel } from '../channels.ts'
import { Id, Time } from '../fields.ts'
import { event, route } from '../api.ts'

/*
 * Contacts from a CSV file: uploaded and looked at, its columns matched with fields, imported by a job row by
 * row, and taken back as a whole for as long as the import is kept.
 */

export const importLimits = { bytes_max: 100 * 1024 * 1024, rows_max: 100_000, columns_max: 200 } as const
/** For this long an import can be undone and its row errors can be read. */
export const importRetentionDays = 30

/** The targets of a column, in addition to custom fields, which are given by id. */
export const importTargets = [
  'name',
  'email',
  'phone',
  'company',
  'city',
  'country',
  'external_id',
  'owner',
  'tags',
] as const
export type ImportTarget = (typeof importTargets)[number]

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
   * `waiting`: the columns have to be matched. In `checking` and `checked` the counts say what an import would
   * do; nothing has been written yet.
   */
  status: ImportStatus,
  by_name: z.string(),
  created_at: Time,
  /** Without the row of names. */
  rows_total: z.int(),
  /** Of the import, and while it is undone of the undoing. */
  rows_done: z.int(),
  created: z.int(),
  updated: z.int(),
  /** Left as they were: known and to be left, or as the file has them. */
  skipped: z.int(),
  /** Rejected rows, which are in the error list. */
  failed: z.int(),
  /** Contacts kept on undo because they have messages or notes by then. */
  kept: z.int(),
  version: z.int(),
})
export type ContactImport = z.infer<typeof ContactImport>

export const ImportColumn = z.object({
  name: z.string(),
  /** Of its first rows. */
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
  columns: z.array(ImportColumn),
})
export type ImportDraft = z.infer<typeof ImportDraft>

const path = '/api/integration/:integration_id/contact-import'
/** Newest first, at most 20. */
export const listContactImports = route({
  method: 'GET',
  path,
  output: z.array(ContactImport),
  problems: ['not_found', 'forbidden'],
})
/**
 * A form with one file. Encoding and separator are found; its first row holds the names of the columns.
 *
 * @throws Problem `invalid_input` on `file`: too large, too many rows, none at all, or not to be read as CSV
 */
export const uploadContactImport = route({
  method: 'POST',
  path,
  output: ImportDraft,
  problems: ['not_found', 'forbidden', 'invalid_input', 'too_large'],
})
export const ImportPlan = z.object({
  /** Where each column is written to, in their order; null leaves it out. */
  columns: z
    .array(z.nullable(z.string().check(z.maxLength(100))))
    .check(z.maxLength(importLimits.columns_max)),
  /** The field by which existing contacts are matched. */
  match_by: z.enum(['email', 'external_id']),
  /** What becomes of them. */
  on_known: z.enum(['skip', 'update']),
})
export type ImportPlan = z.infer<typeof ImportPlan>
/** Counts what an import would do, and lists the rows it would refuse. Refuses as `startContactImport` does. */
export const checkContactImport = route({
  method: 'POST',
  path: `${path}/:import_id/check`,
  input: ImportPlan,
  output: ContactImport,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/** @throws Problem `invalid_input` on `columns`: none is chosen, two lead to one field, or a field is not there */
export const startContactImport = route({
  method: 'POST',
  path: `${path}/:import_id/start`,
  input: ImportPlan,
  output: ContactImport,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/** Rows imported so far stay until the import is undone. */
export const cancelContactImport = route({
  method: 'POST',
  path: `${path}/:import_id/cancel`,
  output: ContactImport,
  problems: ['not_found', 'forbidden'],
})
/**
 * Deletes new contacts unless they have messages or notes; restores changed fields that weren't changed since.
 */
export const undoContactImport = route({
  method: 'POST',
  path: `${path}/:import_id/undo`,
  output: ContactImport,
  problems: ['not_found', 'forbidden'],
})
/** CSV with the row's number, its error and the row. */
export const importErrorsPath = (integration_id: string, import_id: string) =>
  `/api/integration/${integration_id}/contact-import/${import_id}/errors`

export const contactImportChanged = event('ContactImportChanged', {
  data: ContactImport,
  channel: workspaceChannel,
})
/** Newest first; an older version is ignored. */
export function applyContactImportChanged(
  list: readonly ContactImport[],
  changed: ContactImport,
): ContactImport[] {
  const current = list.find(({ id }) => id === changed.id)
  if (current) return list.map((one) => (one === current && one.version < changed.version ? changed : one))
  return [changed, ...list]
    .sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id))
    .slice(0, 20)
}
