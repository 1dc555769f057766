import { defineRoute } from '../api.ts'
import type * as schema from './password-reset.schema.ts'

/** Emails a link to reset the password. The response is the same whether or not the address is known. */
export const forgotPassword = defineRoute<typeof schema.forgotPassword>()('POST', '/api/auth/password/forgot')
/** Returns the account that a reset link belongs to. The link stays valid. */
export const showPasswordReset = defineRoute<typeof schema.showPasswordReset>()(
  'POST',
  '/api/auth/password/reset/show',
)
/**
 * Sets a new password with a reset link. Ends all sessions, invalidates all other links of the user and
 * verifies the address.
 */
export const resetPassword = defineRoute<typeof schema.resetPassword>()('POST', '/api/auth/password/reset')
/**
 * Changes the caller's password. Ends all other sessions and invalidates all email links; this session
 * continues with a new id.
 * @throws Problem `invalid_input` on `new_password`: too weak
 */
export const changePassword = defineRoute<typeof schema.changePassword>()('PUT', '/api/account/password')
