import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './hubspot.schema.ts'

export type { Hubspot, HubspotStatus } from './hubspot.schema.ts'

/** Where HubSpot sends the browser after the authorization. */
export const hubspotCallbackPath = '/api/hubspot/callback'

const path = '/api/integration/:integration_id/hubspot'
export const getHubspot = defineRoute<typeof schema.getHubspot>()('GET', path)
/**
 * Returns HubSpot’s authorization page. Its `state` works once, within 10 minutes, and only in this session.
 *
 * @throws Problem `invalid_input` on `hubspot`: the server has no keys of a HubSpot app
 */
export const authorizeHubspot = defineRoute<typeof schema.authorizeHubspot>()('POST', `${path}/authorization`)
/**
 * Exchanges the code that HubSpot’s authorization page returned.
 *
 * @throws Problem `invalid_input` on `state`: unknown, used, expired, or of another session; on `code`: rejected
 *   by HubSpot, or HubSpot can't be reached
 */
export const connectHubspot = defineRoute<typeof schema.connectHubspot>()('POST', `${path}/connection`)
/** Deletes the tokens and revokes them at HubSpot. Contacts stay. */
export const disconnectHubspot = defineRoute<typeof schema.disconnectHubspot>()(
  'POST',
  `${path}/disconnection`,
)
export const hubspotChanged = defineEvent<typeof schema.hubspotChanged>()('HubspotChanged', workspaceChannel)
