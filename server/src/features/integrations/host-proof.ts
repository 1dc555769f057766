import { minute_ms } from '@ozvi/contract'
import * as z from 'zod/mini'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { defineJob } from '#platform/jobs/index.ts'
import * as mailStore from './customer-mail-store.ts'
import { siteShowsKey } from './site-proof.ts'
import { findWebsite } from './store.ts'

const checkEvery_ms = 10 * minute_ms

export const proveHostJob = defineJob('integrations.prove_host', z.object({ integration_id: z.uuid() }), {
  retry_limit: 0,
  expire_s: 60,
})

/** Queues a check of the website, unless it was checked in the last ten minutes. */
export async function proveHost(ctx: Context, tx: Tx, integration_id: string): Promise<void> {
  const now = ctx.now()
  const times = { now: new Date(now).toISOString(), since: new Date(now - checkEvery_ms).toISOString() }
  if (await mailStore.claimHostCheck(tx, integration_id, times))
    await tx.enqueue(proveHostJob, { integration_id })
}

/**
 * Marks the website as confirmed if its home page, or the entered page, contains the public key in the chat's
 * script tag or a meta element. Only the site's owner can add that.
 */
export async function checkHost(ctx: Context, { integration_id }: { integration_id: string }): Promise<void> {
  const website = await findWebsite(ctx.db, integration_id)
  if (!website) return
  const { url, public_key } = website
  if (!(await siteShowsKey(ctx, new URL(url), public_key))) return
  const at = isoNow(ctx)
  await ctx.transaction((tx) => mailStore.setHostProven(tx, integration_id, url, at))
}
