import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type {
  OnlineVisitor,
  OnlineVisitors,
  VisitorGoingOffline,
  VisitorNavigation,
} from './online-visitors.schema.ts'
import type * as schema from './online-visitors.schema.ts'

export type {
  OnlineVisitor,
  OnlineVisitors,
  VisitorNavigation,
  VisitorGoingOffline,
} from './online-visitors.schema.ts'

/*
 * Contacts who have a page with the chat open now. Only visitors who have opened the chat before are included:
 * for all others the widget loads nothing.
 */

export const onlineVisitorsMax = 500
/** Lists the visitors who have a page with the chat open. */
export const listOnlineVisitors = defineRoute<typeof schema.listOnlineVisitors>()(
  'GET',
  '/api/integration/:integration_id/online-visitors',
)

export const visitorOnline = defineEvent<typeof schema.visitorOnline>()('VisitorOnline', workspaceChannel, {
  is_ephemeral: true,
})
export const visitorNavigated = defineEvent<typeof schema.visitorNavigated>()(
  'VisitorNavigated',
  workspaceChannel,
  { is_ephemeral: true },
)
export const visitorOffline = defineEvent<typeof schema.visitorOffline>()(
  'VisitorOffline',
  workspaceChannel,
  {
    is_ephemeral: true,
  },
)

const latestFirst = (a: OnlineVisitor, b: OnlineVisitor) =>
  b.online_since.localeCompare(a.online_since) || b.id.localeCompare(a.id)

export function applyVisitorOnline({ items, total }: OnlineVisitors, arrived: OnlineVisitor): OnlineVisitors {
  const current = items.find(({ id }) => id === arrived.id)
  if (current && current.online_since >= arrived.online_since) return { items, total }
  const others = items.filter((one) => one !== current)
  return {
    items: [arrived, ...others].sort(latestFirst).slice(0, onlineVisitorsMax),
    total: current ? total : total + 1,
  }
}
/**
 * Updates the visitor's page; undefined if the visitor is missing from a complete list, which then has to be
 * reloaded.
 */
export function applyVisitorNavigated(
  online: OnlineVisitors,
  move: VisitorNavigation,
): OnlineVisitors | undefined {
  const current = online.items.find(({ id }) => id === move.contact_id)
  if (!current) return online.total > online.items.length ? online : undefined
  if (current.page && current.page.at > move.page.at) return online
  return {
    ...online,
    items: online.items.map((one) => (one === current ? { ...one, page: move.page } : one)),
  }
}
/** Out of the reader's reach; undefined as below. */
export function applyVisitorHidden(
  { items, total }: OnlineVisitors,
  { contact_id }: { contact_id: string },
): OnlineVisitors | undefined {
  if (total > items.length) return undefined
  const others = items.filter(({ id }) => id !== contact_id)
  return { items: others, total: others.length }
}
/** Undefined if the list was truncated before the visitor who left, so that it has to be reloaded. */
export function applyVisitorOffline(
  online: OnlineVisitors,
  leaving: VisitorGoingOffline,
): OnlineVisitors | undefined {
  const { items, total } = online
  const current = items.find(({ id }) => id === leaving.contact_id)
  if (total > items.length) return undefined
  if (!current || current.online_since > leaving.online_since) return online
  return { items: items.filter((one) => one !== current), total: total - 1 }
}
