import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './client.schema.ts'

export type {
  BehaviorSettings,
  ClientSide,
  ClientTheme,
  ClientTexts,
  ClientSettings,
  LauncherSettings,
} from './client.schema.ts'

/** `client`: the settings of the widget on customers' pages. */

/** In characters. If a text is empty, the panel shows its default. */
export const clientTextsMax = { greeting: 60, intro: 160 } as const
export const clientHostsMax = 20
export const hideRulesMax = 10
export const clientSides = ['left', 'right'] as const
export const clientThemes = ['auto', 'light', 'dark'] as const

const path = '/api/integration/:integration_id/client'
export const getClientSettings = defineRoute<typeof schema.getClientSettings>()('GET', path)
/**
 * Updates the given fields only, so that two people editing different fields don't overwrite each other's
 * changes.
 */
export const updateClientSettings = defineRoute<typeof schema.updateClientSettings>()('PUT', path)
export const clientSettingsChanged = defineEvent<typeof schema.clientSettingsChanged>()(
  'ClientSettingsChanged',
  workspaceChannel,
)
