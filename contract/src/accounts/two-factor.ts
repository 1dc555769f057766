import { defineRoute } from '../api.ts'
import type * as schema from './two-factor.schema.ts'

export type { TwoFactor } from './two-factor.schema.ts'

export const recoveryCodes = 10
/** Returns the caller's two-factor authentication settings. */
export const getTwoFactor = defineRoute<typeof schema.getTwoFactor>()('GET', '/api/account/two-factor')
/**
 * Starts setting up two-factor authentication with a new key, which takes effect when one of its codes is
 * confirmed.
 * @throws Problem `invalid_input` on `code`: two-factor authentication is already on
 */
export const startTwoFactor = defineRoute<typeof schema.startTwoFactor>()('POST', '/api/account/two-factor')
/** Turns on two-factor authentication, signs out all other browsers and returns the recovery codes. */
export const confirmTwoFactor = defineRoute<typeof schema.confirmTwoFactor>()(
  'POST',
  '/api/account/two-factor/confirm',
)
/**
 * Returns ten new recovery codes. Earlier codes stop working.
 * @throws Problem `invalid_input` on `code`: two-factor authentication is off
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
 * Sets whether members need two-factor authentication to enter the workspace. Members without it have to set
 * it up.
 * @throws Problem `invalid_input` on `is_needed`: the caller has no two-factor authentication and would be
 * locked out
 */
export const requireTwoFactor = defineRoute<typeof schema.requireTwoFactor>()(
  'PUT',
  '/api/integration/:integration_id/two-factor',
)
/**
 * Turns off two-factor authentication for a member who has lost the authenticator app and the recovery codes,
 * and signs them out everywhere.
 * @throws Problem `invalid_input` on `user_id`: the caller, or a member of workspaces that the caller doesn't
 * own
 */
export const resetTwoFactor = defineRoute<typeof schema.resetTwoFactor>()(
  'DELETE',
  '/api/integration/:integration_id/member/:user_id/two-factor',
)
