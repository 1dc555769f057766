import { visitorOnline, visitorChannel, visitorOffline, visitorNavigated } from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import { contactAudience } from '#features/visibility'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import type { Realtime } from '#platform/realtime/index.ts'
import * as store from './online-store.ts'
import type { Key } from '../store.ts'
import { emitContact } from '../emit-contact.ts'

/*
 * Online visitors, derived from the visitor's own channel, which is occupied while a page with the chat is
 * open. Navigation interrupts the connection for a moment, so there is a grace period. The table is shared by
 * all nodes; the node that writes or deletes a row emits the event.
 */

export const listOnlineVisitors = (ctx: Context, actor: MemberActor) => store.listOnline(ctx.db, actor)

const channelOf = (visitor_id: string) => visitorChannel({ visitor_id })
const visitorIn = (channel: string) => /^private-visitor\.([0-9a-f-]{36})$/.exec(channel)?.[1]

/** Marks connected visitors as online and notifies the team about new ones. */
export async function markOnline(ctx: Context, visitor_ids: readonly string[]): Promise<void> {
  const connected = visitor_ids.filter((id) => ctx.presence.isOccupied(channelOf(id)))
  if (connected.length === 0) return
  const arrived = await ctx.transaction((tx) => store.insertOnline(tx, connected, isoNow(ctx)))
  for (const key of arrived) {
    const visitor = await store.findOnline(ctx.db, key)
    if (visitor) ctx.broadcast(visitorOnline, visitor, key, await contactAudience(ctx.db, key))
  }
}

/** Marks visitors without any connection as offline and notifies the team. */
export async function markOffline(ctx: Context, visitor_id: string): Promise<void> {
  const { contact_id, visitor_ids } = await store.findContactOf(ctx.db, visitor_id)
  if (visitor_ids.some((id) => ctx.presence.isOccupied(channelOf(id)))) return
  const departed = await ctx.transaction(async (tx) => {
    const visit = await store.deleteOnline(tx, contact_id, isoNow(ctx))
    if (visit) await emitContact(tx, visit)
    return visit
  })
  if (departed) ctx.broadcast(visitorOffline, departed, departed, await contactAudience(ctx.db, departed))
  // They reconnected in the meantime.
  await markOnline(ctx, visitor_ids)
}

/** Emits the current page of an online visitor; call it after the visit is recorded. */
export async function emitNavigation(
  ctx: Context,
  { integration_id, contact_id }: Key,
  page: { url: string; title: string },
): Promise<void> {
  const key = { integration_id, contact_id }
  const currentPage = await ctx.transaction((tx) => store.moveOnline(tx, key, page, isoNow(ctx)))
  if (currentPage)
    ctx.broadcast(visitorNavigated, { ...key, page: currentPage }, key, await contactAudience(ctx.db, key))
}

export interface VisitorTimings {
  /** Grace period for a visitor without a connection. */
  away_after_ms: number
  /** Interval at which the table is compared with connections: a node may have crashed. */
  compare_every_ms: number
}
const defaultTimings: VisitorTimings = { away_after_ms: 10_000, compare_every_ms: 60_000 }

/** After a restart thousands reconnect at the same time, so rows are written in batches. */
const gather_ms = 50

/** Maintains the table of online visitors and emits every change, until closed. */
export function watchVisitors(
  ctx: Context,
  realtime: Pick<Realtime, 'watch'>,
  { away_after_ms, compare_every_ms }: VisitorTimings = defaultTimings,
): { close(): Promise<void> } {
  const connected = new Set<string>()
  const arriving: string[] = []
  let gathering: ReturnType<typeof setTimeout> | undefined
  const leaving = new Map<string, ReturnType<typeof setTimeout>>()
  const working = new Set<Promise<void>>()
  const isConnected = (visitor_id: string) => ctx.presence.isOccupied(channelOf(visitor_id))

  function run(work: () => Promise<void>) {
    const done: Promise<void> = work()
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'online visitors: failed to save a change'))
      .finally(() => working.delete(done))
    working.add(done)
  }
  const stopWatching = realtime.watch({
    occupied(channel) {
      const visitor_id = visitorIn(channel)
      if (!visitor_id) return
      clearTimeout(leaving.get(visitor_id))
      leaving.delete(visitor_id)
      connected.add(visitor_id)
      arriving.push(visitor_id)
      gathering ??= setTimeout(() => {
        gathering = undefined
        run(() => markOnline(ctx, arriving.splice(0)))
      }, gather_ms)
    },
    vacated(channel) {
      const visitor_id = visitorIn(channel)
      if (!visitor_id) return
      connected.delete(visitor_id)
      clearTimeout(leaving.get(visitor_id))
      const timer = setTimeout(() => {
        leaving.delete(visitor_id)
        if (!isConnected(visitor_id)) run(() => markOffline(ctx, visitor_id))
      }, away_after_ms)
      leaving.set(visitor_id, timer.unref())
    },
  })
  /** Finds changes without an event: another node's crash, or a failed write. */
  async function compare() {
    const arrived_before = new Date(ctx.now() - away_after_ms).toISOString()
    for (const { contact_id, online_since } of await store.listAllOnline(ctx.db))
      if (online_since < arrived_before && !isConnected(contact_id) && !leaving.has(contact_id))
        await markOffline(ctx, contact_id)
    // Visitors who moved to another node have left this one.
    for (const visitor_id of connected) if (!isConnected(visitor_id)) connected.delete(visitor_id)
    await markOnline(ctx, [...connected])
  }
  const comparing = setInterval(() => run(compare), compare_every_ms).unref()

  return {
    async close() {
      stopWatching()
      clearInterval(comparing)
      clearTimeout(gathering)
      for (const timer of leaving.values()) clearTimeout(timer)
      await Promise.all(working)
    },
  }
}
