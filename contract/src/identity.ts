import * as z from 'zod/mini'
import { workspaceChannel } from './channels.ts'
import { Time } from './fields.ts'
import { event, route } from './api.ts'

/*
 * Identity verification: the customer's server signs who a visitor is as a JWT (HS256) with the workspace's
 * secret, and the page passes it to `ozvi('identify', { jwt })`. Everything unsigned is only a claim.
 */

/**
 * `optional`: visitors with a token are verified, others may claim a name. `required`: without a token the page
 * can't identify the visitor, who can still chat.
 */
export const IdentityMode = z.enum(['off', 'optional', 'required'])
export type IdentityMode = z.infer<typeof IdentityMode>

/** The checks of a token, in the order in which they are reported. */
export const identityChecks = ['token', 'alg', 'signature', 'exp', 'iat', 'aud', 'sub'] as const
export type IdentityCheck = (typeof identityChecks)[number]
/** What can be wrong with it. */
export const IdentityFault = z.enum([
  'malformed',
  'algorithm',
  'signature',
  'expired',
  'no_expiry',
  'too_long',
  'early',
  'audience',
  'nobody',
  'claim',
])
export type IdentityFault = z.infer<typeof IdentityFault>
/** A token is good for an hour at most, counted from now; clocks may differ by a minute. */
export const identityToken = { lifetime_s_max: 3_600, leeway_s: 60, chars_max: 4_096 } as const
/** How long the previous secret stays valid after a rotation. */
export const previousSecret_ms = 24 * 3_600_000
export const IdentityToken = z.string().check(z.trim(), z.maxLength(identityToken.chars_max))

export const IdentitySettings = z.object({
  integration_id: z.uuid(),
  mode: IdentityMode,
  /** When the secret was made; null until there is one. */
  made_at: z.nullable(Time),
  /** Until when the secret before it is good as well; null where there is none. */
  former_until: z.nullable(Time),
  /** When a token was taken last, to the minute. */
  last_used_at: z.nullable(Time),
  /** Grows with every change, so that an older event never overwrites a newer state. */
  version: z.int(),
})
export type IdentitySettings = z.infer<typeof IdentitySettings>
/**
 * Includes the secret only if it was just created: it is shown once, and a lost one can be rotated without
 * downtime.
 */
const WithSecret = z.extend(IdentitySettings, { secret: z.nullable(z.string()) })

const path = '/api/integration/:integration_id/identity'
export const getIdentitySettings = route({
  method: 'GET',
  path,
  output: IdentitySettings,
  problems: ['not_found'],
})
/** Turned on for the first time it makes a secret. */
export const updateIdentitySettings = route({
  method: 'PUT',
  path,
  input: z.object({ mode: IdentityMode }),
  output: WithSecret,
  problems: ['not_found', 'forbidden', 'invalid_input', 'confirm_identity'],
})
/** Makes a new secret; the one until now is the former one for a day, and any before it is good no more. */
export const renewIdentitySecret = route({
  method: 'POST',
  path: `${path}/secret`,
  output: WithSecret,
  problems: ['not_found', 'forbidden', 'confirm_identity'],
})
/** The previous secret becomes invalid immediately. */
export const endPreviousSecret = route({
  method: 'DELETE',
  path: `${path}/former-secret`,
  output: IdentitySettings,
  problems: ['not_found', 'forbidden', 'confirm_identity'],
})
/** Validates a token and decodes its claims. It identifies no one. */
export const checkIdentityToken = route({
  method: 'POST',
  path: `${path}/check`,
  input: z.object({ token: IdentityToken }),
  output: z.object({
    /** The failed checks; empty for a valid token. */
    problems: z.array(z.object({ check: z.enum(identityChecks), fault: IdentityFault })),
    signed_with: z.nullable(z.enum(['current', 'former'])),
    /** The claims; null if they can't be decoded. */
    claims: z.nullable(
      z.object({
        external_id: z.nullable(z.string()),
        email: z.nullable(z.string()),
        name: z.nullable(z.string()),
        expires_at: z.nullable(Time),
      }),
    ),
  }),
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const identitySettingsChanged = event('IdentitySettingsChanged', {
  data: IdentitySettings,
  channel: workspaceChannel,
})
