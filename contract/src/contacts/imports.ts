import * as z from 'zod/mini'
import { workspaceChannel } from '../channels.ts'
import { Id, Time } from '../fields.ts'
import { event, route } from '../api.ts'

/*
 * Contacts from a CSV file: uploaded and looked at, its columns matched with fields, imported by a job row by
 * row, and taken back as a whole for as long as the import is kept.
 */

export const importLimits = { bytes_max: 100 * 1024 * 1024, rows_max: 100_000, columns_max: 200 } as const
/** So long an import can be undone, and what was wrong with its rows read. */
export const importRetentionDays = 30

/** What a column may be written to, besides fields of the team's own, which stand as their ids. */
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
   * `waiting`: for its columns to be matched. While it is `checking`, and when it is `checked`, the counts say what an
   * import would do, and nothing is written yet.
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
  /** Refused; each stands in the list of errors. */
  failed: z.int(),
  /** Kept when it was undone, since something was said or noted of them meanwhile. */
  kept: z.int(),
  version: z.int(),
})
export type ContactImport = z.infer<typeof ContactImport>

export const ImportColumn = z.object({
  name: z.string(),
  /** Of its first rows. */
  samples: z.array(z.string()),
  /** Where it seems to belong; null where nobody can tell. */
  guess: z.nullable(z.string()),
})
export type ImportColumn = z.infer<typeof ImportColumn>
/** A file as it was found. */
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
  /** By what a contact who is there already is known. */
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
/** What is imported by then stays, until it is undone. */
export const cancelContactImport = route({
  method: 'POST',
  path: `${path}/:import_id/cancel`,
  output: ContactImport,
  problems: ['not_found', 'forbidden'],
})
/** New contacts go, unless something was said or noted of them; changed ones get back what was not changed since. */
export const undoContactImport = route({
  method: 'POST',
  path: `${path}/:import_id/undo`,
  output: ContactImport,
  problems: ['not_found', 'forbidden'],
})
/** CSV: the row's number, what is wrong with it, and the row. */
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
