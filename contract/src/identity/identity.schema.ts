import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Time } from '../fields.schema.ts'
import { identityChecks, identityModes, identityToken } from './identity.ts'

/**
 * `optional`: visitors with a token are verified, others may claim a name. `required`: without a token the page
 * can't identify the visitor, who can still chat.
 */
export const IdentityMode = z.enum(identityModes)
export type IdentityMode = z.infer<typeof IdentityMode>
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
export const IdentityToken = z.string().check(z.trim(), z.maxLength(identityToken.chars_max))

export const IdentitySettings = z.object({
  integration_id: z.uuid(),
  mode: IdentityMode,
  /** When the secret was created; null if there is none. */
  secret_created_at: z.nullable(Time),
  /** Until when the previous secret is valid; null if there is none. */
  previous_secret_expires_at: z.nullable(Time),
  /** When a token was last accepted, accurate to a minute. */
  last_used_at: z.nullable(Time),
  /** Incremented on every change, so older events never overwrite newer data. */
  version: z.int(),
})
export type IdentitySettings = z.infer<typeof IdentitySettings>
/**
 * Includes the secret only if it was just created: it is shown once, and a lost one can be rotated without
 * downtime.
 */
const WithSecret = z.extend(IdentitySettings, { secret: z.nullable(z.string()) })
export const getIdentitySettings = schemas({
  output: IdentitySettings,
  problems: ['not_found'],
})
export const updateIdentitySettings = schemas({
  input: z.object({ mode: IdentityMode }),
  output: WithSecret,
  problems: ['not_found', 'forbidden', 'invalid_input', 'confirm_identity'],
})
export const renewIdentitySecret = schemas({
  output: WithSecret,
  problems: ['not_found', 'forbidden', 'confirm_identity'],
})
export const endPreviousSecret = schemas({
  output: IdentitySettings,
  problems: ['not_found', 'forbidden', 'confirm_identity'],
})
export const checkIdentityToken = schemas({
  input: z.object({ token: IdentityToken }),
  output: z.object({
    /** The failed checks; empty for a valid token. */
    problems: z.array(z.object({ check: z.enum(identityChecks), fault: IdentityFault })),
    signed_with: z.nullable(z.enum(['current', 'previous'])),
    /** Null if the claims can't be decoded. */
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
export const identitySettingsChanged = IdentitySettings
