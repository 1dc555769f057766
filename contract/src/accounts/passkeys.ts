import { defineRoute } from '../api.ts'
import type * as schema from './passkeys.schema.ts'

export type { Passkey, PasskeyQuestion, PasskeyProof } from './passkeys.schema.ts'

export const passkeysMax = 20
export const passkeyNameCharsMax = 60

/** Lists the caller's passkeys, oldest first. */
export const listPasskeys = defineRoute<typeof schema.listPasskeys>()('GET', '/api/account/passkey')
/**
 * Starts adding a passkey and returns the options for the browser. The challenge is valid once, for five
 * minutes.
 * @throws Problem `invalid_input` on `name`: there are `passkeysMax` already
 */
export const startPasskey = defineRoute<typeof schema.startPasskey>()('POST', '/api/account/passkey/start')
/**
 * Saves the passkey that the browser created. The session counts as signed in with two factors from then on.
 */
export const addPasskey = defineRoute<typeof schema.addPasskey>()('POST', '/api/account/passkey')
export const renamePasskey = defineRoute<typeof schema.renamePasskey>()(
  'PUT',
  '/api/account/passkey/:passkey_id',
)
/** Removes a passkey, which can't sign in anymore. */
export const removePasskey = defineRoute<typeof schema.removePasskey>()(
  'DELETE',
  '/api/account/passkey/:passkey_id',
)
/**
 * Starts a sign-in without a user name: the passkey identifies the account. The challenge is valid once, for
 * five minutes.
 */
export const startPasskeySignIn = defineRoute<typeof schema.startPasskeySignIn>()(
  'POST',
  '/api/auth/passkey/start',
)
/**
 * Signs in the owner of the passkey. Counts as two factors.
 * @throws Problem `invalid_input` on `passkey`
 */
export const signInByPasskey = defineRoute<typeof schema.signInByPasskey>()('POST', '/api/auth/passkey')
