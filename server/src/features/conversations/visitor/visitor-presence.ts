import { visitorChannel } from '@ozvi/contract'
import type { Context } from '#platform/context/context.ts'
import { visitorOf } from '../record/rows.ts'

/** Whether the browser that the conversation belongs to is connected, even with the chat closed. */
export const isVisitorOnline = (ctx: Context, conversation: Parameters<typeof visitorOf>[0]): boolean =>
  ctx.presence.isOccupied(visitorChannel({ visitor_id: visitorOf(conversation) }))
