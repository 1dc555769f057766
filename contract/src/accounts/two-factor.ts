import { defineRoute } from '../api.ts'
import type * as schema from './two-factor.schema.ts'

export type { TwoFactor } from './two-factor.schema.ts'

export const recoveryCodes = 10
/** The caller's own. */
export const getTwoFactor = defineRoute<typeof schema.getTwoFactor>()('GET', '/api/account/two-factor')
/**
 * Begins to set it up: a new key, which counts once a code of it is confirmed.
 *
 * @throws Problem `invalid_input` on `code`: two-factor sign-in is on already
 */
export const startTwoFactor = defineRoute<typeof schema.startTwoFactor>()('POST', '/api/account/two-factor')
/** Turns it on, signs every other browser out, and gives the recovery codes. */
export const confirmTwoFactor = defineRoute<typeof schema.confirmTwoFactor>()(
  'POST',
  '/api/account/two-factor/confirm',
)
/**
 * Ten new recovery codes; earlier ones stop working.
 *
 * @throws Problem `invalid_input` on `code`: two-factor sign-in is off
 */
export const renewRecoveryCodes = defineRoute<typeof schema.renewRecoveryCodes>()(
  'POST',
  '/api/account/two-factor/recovery-codes',
)
export const stopTwoFactor = defineRoute<typeof schema.stopTwoFactor>()(
  'POST',
  '/api/account/two-factor/stop',
)
/**
 * Whether every member needs a second factor to enter the workspace. Members without one have to set it up.
 * @throws Problem `invalid_input` on `is_needed`: the caller has none and would be locked out
 */
export const requireTwoFactor = defineRoute<typeof schema.requireTwoFactor>()(
  'PUT',
  '/api/integration/:integration_id/two-factor',
)
/**
 * Turns off two-factor authentication for a member who has lost the app and the backup codes, and signs them
 * out everywhere.
 * @throws Problem `invalid_input` on `user_id`: the caller, or a member of workspaces that the caller doesn't
 * own
 */
export const resetTwoFactor = defineRoute<typeof schema.resetTwoFactor>()(
  'DELETE',
  '/api/integration/:integration_id/member/:user_id/two-factor',
)
