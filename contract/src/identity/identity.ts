import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import { day_ms } from '../durations.ts'
import type * as schema from './identity.schema.ts'

export type { IdentityMode, IdentityFault, IdentitySettings } from './identity.schema.ts'

/*
 * Identity verification: the customer's server signs who a visitor is as a JWT (HS256) with the workspace's
 * secret, and the page passes it to `ozvi('identify', { jwt })`. Everything unsigned is only a claim.
 */

export const identityModes = ['off', 'optional', 'required'] as const

/** The checks of a token, in the order in which they are reported. */
export const identityChecks = ['token', 'alg', 'signature', 'exp', 'iat', 'aud', 'sub'] as const
export type IdentityCheck = (typeof identityChecks)[number]
/** A token is good for an hour at most, counted from now; clocks may differ by a minute. */
export const identityToken = { lifetime_s_max: 3_600, leeway_s: 60, chars_max: 4_096 } as const
/** How long the previous secret stays valid after a rotation. */
export const previousSecret_ms = day_ms

const path = '/api/integration/:integration_id/identity'
export const getIdentitySettings = defineRoute<typeof schema.getIdentitySettings>()('GET', path)
/** Updates the identity settings. Turning verification on for the first time creates a secret. */
export const updateIdentitySettings = defineRoute<typeof schema.updateIdentitySettings>()('PUT', path)
/**
 * Creates a new secret. The current secret stays valid for 24 hours; an older one stops working immediately.
 */
export const renewIdentitySecret = defineRoute<typeof schema.renewIdentitySecret>()('POST', `${path}/secret`)
/** Revokes the previous secret immediately. */
export const endPreviousSecret = defineRoute<typeof schema.endPreviousSecret>()(
  'DELETE',
  `${path}/previous-secret`,
)
/** Validates a token and decodes its claims, without identifying anyone. */
export const checkIdentityToken = defineRoute<typeof schema.checkIdentityToken>()('POST', `${path}/check`)
export const identitySettingsChanged = defineEvent<typeof schema.identitySettingsChanged>()(
  'IdentitySettingsChanged',
  workspaceChannel,
)
