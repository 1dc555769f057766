import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type { WidgetInstallation } from './installation.schema.ts'
import type * as schema from './installation.schema.ts'

export type { WidgetInstallation } from './installation.schema.ts'

/**
 * Lists the allowed hosts where the widget was loaded, most recent first. The preview page isn't included.
 */
export const listInstallations = defineRoute<typeof schema.listInstallations>()(
  'GET',
  '/api/integration/:integration_id/installation',
)
export const widgetLoaded = defineEvent<typeof schema.widgetLoaded>()('WidgetLoaded', workspaceChannel)

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
