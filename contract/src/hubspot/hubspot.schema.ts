import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Id, text, Time } from '../fields.schema.ts'

/** `reconnect_needed`: HubSpot no longer accepts the connection, because it was revoked there. */
export const HubspotStatus = z.enum(['disconnected', 'connected', 'reconnect_needed'])
export type HubspotStatus = z.infer<typeof HubspotStatus>

export const Hubspot = z.object({
  integration_id: Id,
  /** Whether the server has the keys of a HubSpot app. */
  is_available: z.boolean(),
  status: HubspotStatus,
  /** Domain or number of the HubSpot account. */
  account: z.nullable(z.string()),
  connected_by: z.nullable(z.string()),
  connected_at: z.nullable(Time),
  /** HubSpot’s limit is reached: requests continue at this time. */
  retry_at: z.nullable(Time),
  /** Incremented on every change: older events never overwrite newer state. */
  version: z.int(),
})
export type Hubspot = z.infer<typeof Hubspot>

export const getHubspot = schemas({ output: Hubspot, problems: ['not_found'] })
export const authorizeHubspot = schemas({
  output: z.object({ url: z.string() }),
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const connectHubspot = schemas({
  input: z.object({ code: text(1, 500), state: text(1, 200) }),
  output: Hubspot,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const disconnectHubspot = schemas({ output: Hubspot, problems: ['not_found', 'forbidden'] })
export const hubspotChanged = Hubspot
