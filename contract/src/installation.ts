import * as z from 'zod/mini'
import { workspaceChannel } from './channels.ts'
import { Id, Time } from './fields.ts'
import { event, route } from './kit.ts'

/** A host on whose pages the widget was loaded. */
export const Sighting = z.object({
  integration_id: Id,
  /** With its port where it has one. */
  host: z.string(),
  first_seen_at: Time,
  /** To within half a minute. */
  last_seen_at: Time,
})
export type Sighting = z.infer<typeof Sighting>

/** Where the widget has been seen: on hosts that may show it, never on our own preview. Latest first. */
export const listSightings = route({
  method: 'GET',
  path: '/api/integration/:integration_id/installation',
  output: z.array(Sighting),
  problems: ['not_found'],
})
export const widgetSeen = event('WidgetSeen', {
  data: Sighting,
  channel: workspaceChannel,
})

/** Latest first; what is known to be later stays. */
export function applyWidgetSeen(list: readonly Sighting[], seen: Sighting): Sighting[] {
  const held = list.find(({ host }) => host === seen.host)
  if (held && held.last_seen_at >= seen.last_seen_at) return [...list]
  return [...list.filter((one) => one !== held), seen].sort(
    (a, b) => b.last_seen_at.localeCompare(a.last_seen_at) || a.host.localeCompare(b.host),
  )
}
