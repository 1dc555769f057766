import { day_ms } from '@ozvi/contract'
import * as z from 'zod/mini'
import type { Context } from '#platform/context/context.ts'
import { endSubscription } from '#features/plans'
import { isoNow } from '#platform/context/iso-now.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import * as store from './deletion-store.ts'
import { checkHost, proveHostJob } from './host-proof.ts'
import { emailDeletion } from './mails.ts'

/** The owner gets another reminder before the deletion. */
const reminder_ms = 3 * day_ms
const rowsAtOnce = 500

/** Sends reminders and starts deletions. Each deletion is a separate job, so that none blocks the others. */
export const deleteDueWorkspacesJob = defineJob('integrations.look_for_due', z.object({}), { expire_s: 300 })
const eraseWorkspaceJob = defineJob('integrations.erase', z.object({ integration_id: z.uuid() }), {
  retry_limit: 10,
  expire_s: 6 * 60 * 60,
  singleton: true,
  yields: true,
})

async function checkDue(ctx: Context): Promise<void> {
  const now = isoNow(ctx)
  await ctx.transaction(async (tx) => {
    const by = new Date(ctx.now() + reminder_ms).toISOString()
    for (const { owner, ...closing } of await store.claimForReminder(tx, by, now))
      if (owner) await emailDeletion(ctx, tx, owner, { kind: 'reminder', ...closing })
    for (const integration_id of await store.listDue(tx, now))
      await tx.enqueue(eraseWorkspaceJob, { integration_id }, { singleton_key: integration_id })
  })
}

/**
 * Deletes all data of a workspace in separate transactions, so an interrupted run can continue. Its row is
 * deleted last; until then it stays due.
 */
async function erase(ctx: Context, integration_id: string, signal: AbortSignal): Promise<void> {
  const step = <T>(work: Parameters<typeof ctx.transaction<T | undefined>>[0]) =>
    ctx.transaction(async (tx) =>
      (await store.lockDue(tx, integration_id, isoNow(ctx))) ? work(tx) : undefined,
    )
  const tables = await store.listTables(ctx.db)
  const tablesWithFiles = tables.filter(({ has_files }) => has_files)
  // Files are deleted before rows: a row without a file is found again, a file without a row never.
  await step(async (tx) => {
    for (const { name } of tablesWithFiles)
      for (const file_key of await store.listFileKeys(tx, name, integration_id)) {
        signal.throwIfAborted()
        await ctx.files.remove(file_key)
      }
  })
  await step((tx) => endSubscription(tx, integration_id))
  // Members stay until the end, because they see the progress. The audit log is deleted with the row.
  const bulk = tables.filter(({ name }) => !['member', 'audit_entry'].includes(name))
  for (const { name } of bulk)
    while (await step((tx) => store.deleteSome(tx, name, integration_id, rowsAtOnce))) signal.throwIfAborted()
  await step((tx) => store.deleteRow(tx, integration_id))
}

export function integrationJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(proveHostJob, (website) => checkHost(ctx, website))
  jobs.register(deleteDueWorkspacesJob, () => checkDue(ctx))
  jobs.schedule(deleteDueWorkspacesJob, '29 * * * *', {})
  jobs.register(eraseWorkspaceJob, ({ integration_id }, { signal }) => erase(ctx, integration_id, signal))
}
