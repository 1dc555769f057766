import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { ContactRow, OnlineState, PageVisit } from '../contacts/contacts.schema.ts'
import { Id, Time } from '../fields.schema.ts'

export const OnlineVisitor = z.extend(ContactRow, OnlineState.shape)
export type OnlineVisitor = z.infer<typeof OnlineVisitor>
/** Latest arrival first, at most `onlineVisitorsMax`; `total` counts all of them. */
export const OnlineVisitors = z.object({ items: z.array(OnlineVisitor), total: z.int() })
export type OnlineVisitors = z.infer<typeof OnlineVisitors>
export const listOnlineVisitors = schemas({
  output: OnlineVisitors,
  problems: ['not_found'],
})
export const visitorOnline = OnlineVisitor
export const VisitorNavigation = z.object({ integration_id: Id, contact_id: Id, page: PageVisit })
export type VisitorNavigation = z.infer<typeof VisitorNavigation>
export const visitorNavigated = VisitorNavigation
export const VisitorGoingOffline = z.object({
  integration_id: Id,
  contact_id: Id,
  /** Start of the visit that ended, so that a late event doesn't end a later visit. */
  online_since: Time,
})
export type VisitorGoingOffline = z.infer<typeof VisitorGoingOffline>
export const visitorOffline = VisitorGoingOffline
