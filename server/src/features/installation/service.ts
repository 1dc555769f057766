import { widgetLoaded } from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import * as store from './store.ts'

export const listInstallations = (ctx: Context, { integration_id }: MemberActor) =>
  store.listInstallations(ctx.db, integration_id)

/** Write interval per host and per workspace, however many pages are loaded. */
const host_ms = 30_000
const integration_ms = 1_000
const cacheMax = 10_000

/** When this process last recorded a host or a workspace. */
const written = new WeakMap<Context, Map<string, number>>()

function isDue(ctx: Context, integration_id: string, host: string): boolean {
  const times = written.get(ctx) ?? new Map<string, number>()
  const now = ctx.now()
  const key = `${integration_id} ${host}`
  const isRecent = (name: string, within_ms: number) =>
    Math.abs(now - (times.get(name) ?? -Infinity)) < within_ms
  if (isRecent(key, host_ms) || isRecent(integration_id, integration_ms)) return false
  if (times.size > cacheMax) times.clear()
  written.set(ctx, times.set(key, now).set(integration_id, now))
  return true
}

/**
 * Records that the widget runs on a host and notifies the team. The page doesn't wait; a failed write is
 * repeated with the next page.
 */
export function recordWidgetLoad(ctx: Context, integration_id: string, host: string): void {
  if (!isDue(ctx, integration_id, host)) return
  const at = isoNow(ctx)
  ctx
    .transaction(async (tx) => {
      const installation = await store.upsertInstallation(tx, { integration_id, host, at })
      if (installation) tx.emit(widgetLoaded, installation)
    })
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'installation: failed to record a widget load'))
}
