import { productActor } from '@ozvi/contract'
import * as z from 'zod/mini'
import type { Context } from '#platform/context/context.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import { record } from './record.ts'
import { deleteOld, listWorkspacesWithOld } from './store.ts'

export const deleteOldAuditEntriesJob = defineJob('audit-log.forget_old', z.object({}), {
  expire_s: 60 * 60,
  yields: true,
})
const entriesPerBatch = 5_000

/** Deletes a batch and records how many entries it had. @returns whether there may be more */
const deleteBatch = (ctx: Context, integration_id: string) =>
  ctx.transaction(async (tx) => {
    const actions = await deleteOld(tx, integration_id, entriesPerBatch)
    // Records of earlier deletions aren't counted: otherwise each record would cause another one when it expires.
    const count = actions.filter((action) => action !== 'audit_entries_deleted').length
    const actor = { ...productActor, integration_id, ip_prefix: '' }
    const details = { entries: String(count) }
    if (count > 0) await record(ctx, tx, actor, { action: 'audit_entries_deleted', details })
    return actions.length === entriesPerBatch
  })

export function auditLogJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(deleteOldAuditEntriesJob, async (_data, { signal }) => {
    for (const { id } of await listWorkspacesWithOld(ctx.db))
      while (await deleteBatch(ctx, id)) signal.throwIfAborted()
  })
  jobs.schedule(deleteOldAuditEntriesJob, '47 3 * * *', {})
}
