import * as z from 'zod/mini'
import { workspaceChannel } from './channels.ts'
import { Id, Time } from './fields.ts'
import { event, route } from './api.ts'

/** A host on which the widget was loaded. */
export const WidgetInstallation = z.object({
  integration_id: Id,
  /** With its port where it has one. */
  host: z.string(),
  first_seen_at: Time,
  /** To within half a minute. */
  last_seen_at: Time,
})
export type WidgetInstallation = z.infer<typeof WidgetInstallation>

/** Where the widget has been seen: on hosts that may show it, never on our own preview. Latest first. */
export const listInstallations = route({
  method: 'GET',
  path: '/api/integration/:integration_id/installation',
  output: z.array(WidgetInstallation),
  problems: ['not_found'],
})
export const widgetLoaded = event('WidgetSeen', {
  data: WidgetInstallation,
  channel: workspaceChannel,
})

/** Latest first; an outdated event is ignored. */
export function applyWidgetLoaded(
  list: readonly WidgetInstallation[],
  seen: WidgetInstallation,
): WidgetInstallation[] {
  const current = list.find(({ host }) => host === seen.host)
  if (current && current.last_seen_at >= seen.last_seen_at) return [...list]
  return [...list.filter((one) => one !== current), seen].sort(
    (a, b) => b.last_seen_at.localeCompare(a.last_seen_at) || a.host.localeCompare(b.host),
  )
}
