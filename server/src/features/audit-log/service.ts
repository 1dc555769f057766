import { type AuditAction, type AuditEntry, type AuditFilter, type Input, isId } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { requirePlanFeature } from '#features/plans'
import type { Context } from '#platform/context/context.ts'
import { csvLine, csvStart } from '#platform/files/csv.ts'
import { isTime, pageOf } from '#platform/http/cursor.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { record } from './record.ts'
import * as store from './store.ts'

/** A member who can read the log; the guard is passed in. */
export interface AuditReader {
  integration_id: string
  user_id: string
  name: string
  ip_prefix: string
}

function positionOf(cursor: string | undefined): store.Position | undefined {
  if (cursor === undefined) return undefined
  const [, at, seq] =
    /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00)\|(\d{1,18})$/.exec(
      Buffer.from(cursor, 'base64url').toString(),
    ) ?? []
  if (!at || !seq || !isTime(at)) throw validationError('cursor', 'cursor_invalid')
  return { at, seq }
}

const cursorOf = ({ position: { at, seq } }: { position: store.Position }) =>
  Buffer.from(`${at}|${seq}`).toString('base64url')

const contactActions: readonly AuditAction[] = [
  'contact_exported',
  'contact_erased',
  'contact_merged',
  'contact_unmerged',
  'contact_blocked',
  'contact_unblocked',
]
/** Contacts that entries name by id. */
const contactIdsOf = (items: readonly AuditEntry[]): string[] => [
  ...new Set(
    items
      .filter(({ action }) => contactActions.includes(action))
      .flatMap(({ subject, details }) => [subject, details['into'] ?? ''])
      .filter(isId),
  ),
]

/** @returns a page, the cursor of the next one, and how long entries are kept */
export async function listAuditEntries(
  ctx: Context,
  { integration_id }: AuditReader,
  { cursor, limit, ...filter }: Input<typeof contract.listAuditEntries>,
) {
  await requirePlanFeature(ctx, ctx.db, integration_id, 'audit_log')
  const after = positionOf(cursor)
  const rows = await store.listEntries(ctx.db, integration_id, { ...filter, after, limit: limit + 1 })
  const page = pageOf(rows, limit, cursorOf)
  return {
    ...page,
    contacts: await store.listContactNames(ctx.db, integration_id, contactIdsOf(page.items)),
    keep_days: await store.findKeepDays(ctx.db, integration_id),
  }
}

export async function listAuditActors(ctx: Context, { integration_id }: AuditReader) {
  await requirePlanFeature(ctx, ctx.db, integration_id, 'audit_log')
  return store.listActors(ctx.db, integration_id)
}

export function updateAuditRetention(
  ctx: Context,
  actor: AuditReader,
  { keep_days }: Input<typeof contract.updateAuditRetention>,
) {
  return ctx.transaction(async (tx) => {
    const before = await store.findKeepDays(tx, actor.integration_id)
    if (before !== keep_days) {
      if (keep_days !== null) await requirePlanFeature(ctx, tx, actor.integration_id, 'audit_log')
      await store.setKeepDays(tx, actor.integration_id, keep_days)
      const details = { from: String(before ?? ''), to: String(keep_days ?? '') }
      await record(ctx, tx, actor, { action: 'audit_days_changed', details })
    }
    return { keep_days }
  })
}

const columns = ['at', 'actor_name', 'actor_id', 'action', 'subject', 'details', 'ip_prefix'] as const
const rowsPerRead = 500
/** The log, or the filtered part of it, as CSV, newest first. The export itself is the first entry. */
export async function* exportAuditLog(
  ctx: Context,
  reader: AuditReader,
  filter: AuditFilter,
): AsyncGenerator<string> {
  await ctx.transaction((tx) => record(ctx, tx, reader, { action: 'audit_exported' }))
  yield csvStart(columns)
  let after: store.Position | undefined
  for (;;) {
    const rows = await store.listEntries(ctx.db, reader.integration_id, {
      ...filter,
      after,
      limit: rowsPerRead,
    })
    yield rows
      .map((row) =>
        csvLine(columns.map((name) => (name === 'details' ? JSON.stringify(row.details) : row[name]))),
      )
      .join('')
    const last = rows.at(-1)
    if (!last || rows.length < rowsPerRead) return
    after = last.position
  }
}
