import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './hubspot.schema.ts'

export type {
  ChosenHubspotProperty,
  Hubspot,
  HubspotChange,
  HubspotMapping,
  HubspotProperty,
  HubspotPropertyType,
  HubspotRecord,
  HubspotStatus,
  HubspotSync,
} from './hubspot.schema.ts'

/** Where HubSpot sends the browser after the authorization. */
export const hubspotCallbackPath = '/api/hubspot/callback'
/** Where HubSpot sends changes of contacts. */
export const hubspotWebhookPath = '/api/hubspot/webhook'

const path = '/api/integration/:integration_id/hubspot'
export const getHubspot = defineRoute<typeof schema.getHubspot>()('GET', path)
/**
 * Returns HubSpot's authorization page. Its `state` works once, within 10 minutes, and only in this session.
 * @throws Problem `invalid_input` on `hubspot`: the server has no keys of a HubSpot app
 */
export const authorizeHubspot = defineRoute<typeof schema.authorizeHubspot>()('POST', `${path}/authorization`)
/**
 * Connects HubSpot with the code that its authorization page returned.
 * @throws Problem `invalid_input` on `state`: unknown, used, expired, or of another session; on `code`:
 * rejected by HubSpot, or HubSpot can't be reached
 */
export const connectHubspot = defineRoute<typeof schema.connectHubspot>()('POST', `${path}/connection`)
/** Disconnects HubSpot: deletes the tokens and revokes them at HubSpot. Contacts stay. */
export const disconnectHubspot = defineRoute<typeof schema.disconnectHubspot>()(
  'POST',
  `${path}/disconnection`,
)
/** Lists the properties of contacts in the connected account. */
export const listHubspotProperties = defineRoute<typeof schema.listHubspotProperties>()(
  'GET',
  `${path}/properties`,
)
/** Lists the properties that are shown with contacts, with the options of lists. */
export const listChosenHubspotProperties = defineRoute<typeof schema.listChosenHubspotProperties>()(
  'GET',
  `${path}/chosen-properties`,
)
/**
 * Replaces the properties that are shown with contacts. Values of others are deleted, and new ones are read soon.
 * @throws Problem `invalid_input` on `properties.{index}`: unknown, a reference, or chosen twice; on `hubspot`: not
 * connected, or HubSpot can't be reached
 */
export const updateHubspotProperties = defineRoute<typeof schema.updateHubspotProperties>()(
  'PUT',
  `${path}/properties`,
)
/**
 * Replaces the mapping, or turns the automatic sync on or off.
 * @throws Problem `invalid_input` on `mapping.{index}.field` or `mapping.{index}.property`: unknown, used
 * twice, or read only
 */
export const updateHubspotMapping = defineRoute<typeof schema.updateHubspotMapping>()(
  'PUT',
  `${path}/mapping`,
)
/** Changes which conversations are written to HubSpot. */
export const updateHubspotSettings = defineRoute<typeof schema.updateHubspotSettings>()(
  'PUT',
  `${path}/settings`,
)
/**
 * Counts what a sync would change, without changing anything.
 *
 * @throws Problem `invalid_input` on `hubspot`: not connected, or a run isn't finished
 */
export const tryHubspotSync = defineRoute<typeof schema.tryHubspotSync>()('POST', `${path}/dry-run`)
/**
 * Starts syncing all contacts.
 * @throws Problem as `tryHubspotSync`, and if the mapping was never tried
 */
export const startHubspotSync = defineRoute<typeof schema.startHubspotSync>()('POST', `${path}/sync`)
/** Stops the current run. Its changes so far stay. */
export const cancelHubspotSync = defineRoute<typeof schema.cancelHubspotSync>()(
  'POST',
  `${path}/cancellation`,
)
/** Lists the latest 50 changes, newest first. */
export const listHubspotChanges = defineRoute<typeof schema.listHubspotChanges>()('GET', `${path}/change`)
/**
 * Restores the values from before an update, on the side that was changed. Values changed since stay.
 * @throws Problem `invalid_input` on `hubspot`: HubSpot can't be reached, or it isn't an update
 */
export const undoHubspotChange = defineRoute<typeof schema.undoHubspotChange>()(
  'POST',
  `${path}/change/:change_id/undo`,
)
/** In changes: before the name of a property that a scenario set. */
export const hubspotWrittenStart = 'property.'
/** How many properties can be shown with contacts. */
export const hubspotPropertiesMax = 20
export const hubspotPropertyCharsMax = 100
export const hubspotPropertyTypes = ['text', 'number', 'date', 'datetime', 'boolean', 'list'] as const
/** Details of contacts that can be mapped, besides custom fields. */
export const hubspotFields = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'company',
  'city',
  'owner_id',
] as const
/** Properties with values of other objects: only read. */
export const hubspotReferences = ['associatedcompanyid', 'hubspot_owner_id'] as const
export const hubspotChanged = defineEvent<typeof schema.hubspotChanged>()('HubspotChanged', workspaceChannel)
