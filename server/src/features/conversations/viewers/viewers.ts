import {
  conversationChannel,
  viewerChanged,
  type Viewer,
  workspaceChannel,
  teammateTypingChanged,
} from '@ozvi/contract'
import type { MemberActor } from '#features/integrations'
import { audienceFor } from '#features/visibility'
import type { Context } from '#platform/context/context.ts'
import type { Realtime } from '#platform/realtime/index.ts'
import * as store from './viewer-store.ts'

/*
 * Tracks who has which conversation open, derived from presence on the conversation's channel. Changes are
 * emitted on the workspace channel to members who can see the conversation.
 */

const prefix = conversationChannel({ conversation_id: '' })

export async function listViewers(ctx: Context, actor: MemberActor): Promise<Viewer[]> {
  const team = new Set(ctx.presence.members(workspaceChannel(actor)))
  const viewers = ctx.presence.channels(prefix).flatMap((channel) => {
    const conversation_id = channel.slice(prefix.length)
    return ctx.presence
      .members(channel)
      .flatMap((user_id) => (team.has(user_id) ? { conversation_id, user_id } : []))
  })
  const seen = new Set(
    await store.listSeen(ctx.db, actor, [...new Set(viewers.map(({ conversation_id }) => conversation_id))]),
  )
  return viewers.filter(({ conversation_id }) => seen.has(conversation_id))
}

/** Emits to the members who can see the conversation. */
async function emitToViewers(
  ctx: Context,
  conversation_id: string,
  publish: (integration_id: string, audience: ReturnType<typeof audienceFor>) => void,
): Promise<void> {
  const audience = await store.findAudience(ctx.db, conversation_id)
  if (audience) publish(audience.integration_id, audienceFor(audience))
}

export const emitTyping = (ctx: Context, viewer: Viewer, is_writing: boolean): Promise<void> =>
  emitToViewers(ctx, viewer.conversation_id, (integration_id, audience) =>
    ctx.broadcast(
      teammateTypingChanged,
      { ...viewer, integration_id, is_writing },
      { integration_id },
      audience,
    ),
  )

export interface ViewerTimings {
  /** Delay before a departure is emitted, because a reloading page leaves for a moment. */
  away_after_ms: number
}
const defaultTimings: ViewerTimings = { away_after_ms: 700 }

/** Emits who opens and leaves conversations, until closed. */
export function watchViewers(
  ctx: Context,
  realtime: Pick<Realtime, 'watch'>,
  timings: Readonly<ViewerTimings> = defaultTimings,
): { close(): Promise<void> } {
  const leaving = new Set<ReturnType<typeof setTimeout>>()
  const working = new Set<Promise<void>>()
  /** Emits the current state rather than the change, so the last event is always right. */
  function publish(channel: string, user_id: string) {
    const conversation_id = channel.slice(prefix.length)
    const done: Promise<void> = emitToViewers(ctx, conversation_id, (integration_id, audience) => {
      const is_viewing = ctx.presence.members(channel).includes(user_id)
      const change = { conversation_id, user_id, integration_id, is_viewing }
      ctx.broadcast(viewerChanged, change, { integration_id }, audience)
    })
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'viewers: failed to publish a change'))
      .finally(() => working.delete(done))
    working.add(done)
  }
  const stopWatching = realtime.watch({
    memberAdded(channel, user_id) {
      if (channel.startsWith(prefix)) publish(channel, user_id)
    },
    memberRemoved(channel, user_id) {
      if (!channel.startsWith(prefix)) return
      const timer = setTimeout(() => {
        leaving.delete(timer)
        if (!ctx.presence.members(channel).includes(user_id)) publish(channel, user_id)
      }, timings.away_after_ms)
      leaving.add(timer.unref())
    },
  })
  return {
    async close() {
      stopWatching()
      for (const timer of leaving) clearTimeout(timer)
      await Promise.all(working)
    },
  }
}
