import { defineRoute } from '../api.ts'
import type * as schema from './confirmation.schema.ts'

/*
 * Sensitive calls answer `confirm_identity` unless the session was started or confirmed in the last
 * `confirmation_s` seconds. After a confirmation the same call works.
 */

export const confirmation_s = 15 * 60

/** Returns how the account can be confirmed, and whether this session is confirmed. */
export const getConfirmation = defineRoute<typeof schema.getConfirmation>()('GET', '/api/auth/confirm')
/** Starts a confirmation with a passkey. The challenge is valid once, for five minutes. */
export const startPasskeyConfirmation = defineRoute<typeof schema.startPasskeyConfirmation>()(
  'POST',
  '/api/auth/confirm/passkey',
)
/**
 * Confirms this session with one of the account's passkeys; otherwise with a code of the authenticator app or
 * a recovery code if two-factor authentication is on; otherwise with the password.
 * @throws Problem `invalid_input` on `password`, `code` or `passkey`
 */
export const confirmIdentity = defineRoute<typeof schema.confirmIdentity>()('POST', '/api/auth/confirm')
