import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type { ContactImport } from './imports.schema.ts'
import { contactTextFieldNames } from './text-fields.ts'
import type * as schema from './imports.schema.ts'

export type { ImportStatus, ContactImport, ImportColumn, ImportDraft, ImportPlan } from './imports.schema.ts'

/*
 * Imports contacts from a CSV file: the file is uploaded and analyzed, its columns are matched with fields, a
 * job imports it row by row, and the whole import can be undone as long as it is stored.
 */

export const importLimits = { bytes_max: 100 * 1024 * 1024, rows_max: 100_000, columns_max: 200 } as const
/** How long an import can be undone and its row errors can be read. */
export const importRetentionDays = 30

/** The targets of a column, in addition to custom fields, which are given by id. */
export const importTargets = [
  'name',
  'email',
  'phone',
  ...contactTextFieldNames,
  'country',
  'external_id',
  'owner',
  'tags',
] as const
export type ImportTarget = (typeof importTargets)[number]

const path = '/api/integration/:integration_id/contact-import'
/** Lists the newest 20 imports, newest first. */
export const listContactImports = defineRoute<typeof schema.listContactImports>()('GET', path)
/**
 * Uploads a CSV file to import, as multipart/form-data with `file`. Its encoding and separator are detected.
 * Whether the first row has column names is detected by the names of fields, email addresses and numbers in it,
 * and can be corrected with `has_header` in the plan. Blank rows before it are skipped.
 * @throws Problem `invalid_input` on `file`: too large, too many rows, no rows, or not valid CSV
 */
export const uploadContactImport = defineRoute<typeof schema.uploadContactImport>()('POST', path)
/**
 * Counts what an import would change and lists the rows it would reject. Fails for the same reasons as
 * `startContactImport`.
 */
export const checkContactImport = defineRoute<typeof schema.checkContactImport>()(
  'POST',
  `${path}/:import_id/check`,
)
/**
 * Starts an import in the background.
 * @throws Problem `invalid_input` on `columns`: no column is chosen, two have the same field, or a field
 * doesn't exist; on `has_header`: no row is left
 */
export const startContactImport = defineRoute<typeof schema.startContactImport>()(
  'POST',
  `${path}/:import_id/start`,
)
/** Cancels an import. Rows imported so far stay until the import is undone. */
export const cancelContactImport = defineRoute<typeof schema.cancelContactImport>()(
  'POST',
  `${path}/:import_id/cancel`,
)
/**
 * Undoes an import: deletes new contacts unless they have messages or notes, and restores changed fields
 * unless they have changed since.
 */
export const undoContactImport = defineRoute<typeof schema.undoContactImport>()(
  'POST',
  `${path}/:import_id/undo`,
)
/** CSV with the row's number, its error and the row. */
export const importErrorsPath = (integration_id: string, import_id: string) =>
  `/api/integration/${integration_id}/contact-import/${import_id}/errors`

/** Sent to members who can import. */
export const contactImportChanged = defineEvent<typeof schema.contactImportChanged>()(
  'ContactImportChanged',
  workspaceChannel,
)
/** An import or its undo has changed contacts, which have no events of their own. */
export const contactsImported = defineEvent<typeof schema.contactsImported>()(
  'ContactsImported',
  workspaceChannel,
)
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
