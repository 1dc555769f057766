import * as z from 'zod/mini'
import { workspaceChannel } from './channels.ts'
import { ContactRow, OnlineState, PageVisit } from './contacts/contacts.ts'
import { Id, Time } from './fields.ts'
import { event, route } from './api.ts'

/*
 * Contacts who have a page with the chat open now. Only visitors who have opened the chat before are included:
 * for all others the widget loads nothing.
 */

export const OnlineVisitor = z.extend(ContactRow, OnlineState.shape)
export type OnlineVisitor = z.infer<typeof OnlineVisitor>

export const onlineVisitorsMax = 500
/** Latest arrival first, at most `onlineVisitorsMax`; `total` counts all of them. */
export const OnlineVisitors = z.object({ items: z.array(OnlineVisitor), total: z.int() })
export type OnlineVisitors = z.infer<typeof OnlineVisitors>
export const listOnlineVisitors = route({
  method: 'GET',
  path: '/api/integration/:integration_id/visitors-online',
  output: OnlineVisitors,
  problems: ['not_found'],
})

const toTeam = {
  channel: workspaceChannel,
  is_ephemeral: true,
}
export const visitorOnline = event('VisitorCameOnline', { ...toTeam, data: OnlineVisitor })
export const VisitorNavigation = z.object({ integration_id: Id, contact_id: Id, page: PageVisit })
export type VisitorNavigation = z.infer<typeof VisitorNavigation>
export const visitorNavigated = event('VisitorMoved', { ...toTeam, data: VisitorNavigation })
export const VisitorGoingOffline = z.object({
  integration_id: Id,
  contact_id: Id,
  /** Names the stay that is over, so that a late word of it ends no later one. */
  here_since: Time,
})
export type VisitorGoingOffline = z.infer<typeof VisitorGoingOffline>
export const visitorOffline = event('VisitorLeft', { ...toTeam, data: VisitorGoingOffline })

const latestFirst = (a: OnlineVisitor, b: OnlineVisitor) =>
  b.here_since.localeCompare(a.here_since) || b.id.localeCompare(a.id)

export function applyVisitorOnline({ items, total }: OnlineVisitors, arrived: OnlineVisitor): OnlineVisitors {
  const current = items.find(({ id }) => id === arrived.id)
  if (current && current.here_since >= arrived.here_since) return { items, total }
  const others = items.filter((one) => one !== current)
  return {
    items: [arrived, ...others].sort(latestFirst).slice(0, onlineVisitorsMax),
    total: current ? total : total + 1,
  }
}
/** Where they are now; undefined when nothing is known of their coming. */
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
  if (!current || current.here_since > leaving.here_since) return online
  return { items: items.filter((one) => one !== current), total: total - 1 }
}
