import * as z from 'zod/mini'
import { Id } from './fields.ts'
import { Nothing, route } from './api.ts'

export const recoveryCodes = 10
/** Six digits of an authenticator app, or a recovery code; blanks and hyphens do not matter. */
export const SecondFactor = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))

export const TwoFactor = z.object({
  is_on: z.boolean(),
  /** Recovery codes that were not used yet. */
  codes_left: z.int(),
})
export type TwoFactor = z.infer<typeof TwoFactor>
/** The caller's own. */
export const getTwoFactor = route({
  method: 'GET',
  path: '/api/account/two-factor',
  output: TwoFactor,
  problems: [],
})
/**
 * Begins to set it up: a new key, which counts once a code of it is confirmed.
 *
 * @throws Problem `invalid_input` on `code`: two-factor sign-in is on already
 */
export const startTwoFactor = route({
  method: 'POST',
  path: '/api/account/two-factor',
  output: z.object({
    /** Base32, to be typed where no picture can be scanned. */
    secret: z.string(),
    /** `otpauth://totp/…`, to be drawn. */
    uri: z.string(),
  }),
  problems: ['invalid_input', 'confirm_identity'],
})
const RecoveryCodes = z.object({
  /** Shown this once. */
  codes: z.array(z.string()),
})
/** Turns it on, signs every other browser out, and gives the recovery codes. */
export const confirmTwoFactor = route({
  method: 'POST',
  path: '/api/account/two-factor/confirm',
  input: z.object({ code: SecondFactor }),
  output: RecoveryCodes,
  problems: ['invalid_input', 'rate_limited'],
})
/**
 * Ten new recovery codes; earlier ones stop working.
 *
 * @throws Problem `invalid_input` on `code`: two-factor sign-in is off
 */
export const renewRecoveryCodes = route({
  method: 'POST',
  path: '/api/account/two-factor/recovery-codes',
  output: RecoveryCodes,
  problems: ['invalid_input', 'confirm_identity'],
})
export const stopTwoFactor = route({
  method: 'POST',
  path: '/api/account/two-factor/stop',
  output: Nothing,
  problems: ['confirm_identity'],
})
/**
 * Whether every member needs a second factor to enter the workspace. Members without one have to set it up.
 * @throws Problem `invalid_input` on `is_needed`: the caller has none and would be locked out
 */
export const requireTwoFactor = route({
  method: 'PUT',
  path: '/api/integration/:integration_id/two-factor',
  input: z.object({ is_needed: z.boolean() }),
  output: z.object({ is_needed: z.boolean() }),
  problems: ['not_found', 'forbidden', 'invalid_input', 'confirm_identity'],
})
/**
 * Turns off two-factor authentication for a member who has lost the app and the backup codes, and signs them
 * out everywhere.
 * @throws Problem `invalid_input` on `user_id`: the caller, or a member of workspaces that the caller doesn't
 * own
 */
export const resetTwoFactor = route({
  method: 'DELETE',
  path: '/api/integration/:integration_id/member/:user_id/two-factor',
  input: z.object({}),
  output: z.object({ user_id: Id }),
  problems: ['not_found', 'forbidden', 'invalid_input', 'confirm_identity'],
})
