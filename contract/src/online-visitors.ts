import * as z from 'zod/mini'
import { workspaceChannel } from './channels.ts'
import { ContactRow, Here, PageVisit } from './contacts/contacts.ts'
import { Id, Time } from './fields.ts'
import { event, route } from './kit.ts'

/*
 * Who has a page with the chat open now. Only those who have opened the chat before are known: for everybody
 * else the widget loads nothing, so there is nobody to tell of.
 */

export const OnlineVisitor = z.extend(ContactRow, Here.shape)
export type OnlineVisitor = z.infer<typeof OnlineVisitor>

export const onlineVisitorsMax = 500
/** Latest arrival first, at most `onlineVisitorsMax`; `total` counts everybody. */
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
export const visitorCameOnline = event('VisitorCameOnline', { ...toTeam, data: OnlineVisitor })
export const VisitorMove = z.object({ integration_id: Id, contact_id: Id, page: PageVisit })
export type VisitorMove = z.infer<typeof VisitorMove>
export const visitorMoved = event('VisitorMoved', { ...toTeam, data: VisitorMove })
export const VisitorLeaving = z.object({
  integration_id: Id,
  contact_id: Id,
  /** Names the stay that is over, so that a late word of it ends no later one. */
  here_since: Time,
})
export type VisitorLeaving = z.infer<typeof VisitorLeaving>
export const visitorLeft = event('VisitorLeft', { ...toTeam, data: VisitorLeaving })

const latestFirst = (a: OnlineVisitor, b: OnlineVisitor) =>
  b.here_since.localeCompare(a.here_since) || b.id.localeCompare(a.id)

export function applyVisitorCameOnline(
  { items, total }: OnlineVisitors,
  came: OnlineVisitor,
): OnlineVisitors {
  const held = items.find(({ id }) => id === came.id)
  if (held && held.here_since >= came.here_since) return { items, total }
  const others = items.filter((one) => one !== held)
  return {
    items: [came, ...others].sort(latestFirst).slice(0, onlineVisitorsMax),
    total: held ? total : total + 1,
  }
}
/** Where they are now; undefined when nothing is known of their coming. */
export function applyVisitorMoved(here: OnlineVisitors, move: VisitorMove): OnlineVisitors | undefined {
  const held = here.items.find(({ id }) => id === move.contact_id)
  if (!held) return here.total > here.items.length ? here : undefined
  if (held.page && held.page.at > move.page.at) return here
  return {
    ...here,
    items: here.items.map((one) => (one === held ? { ...one, page: move.page } : one)),
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
/** Undefined when somebody left whom the list was too short for, so that it must be read again. */
export function applyVisitorLeft(here: OnlineVisitors, left: VisitorLeaving): OnlineVisitors | undefined {
  const { items, total } = here
  const held = items.find(({ id }) => id === left.contact_id)
  if (total > items.length) return undefined
  if (!held || held.here_since > left.here_since) return here
  return { items: items.filter((one) => one !== held), total: total - 1 }
}
