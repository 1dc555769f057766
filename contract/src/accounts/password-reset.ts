import { defineRoute } from '../api.ts'
import type * as schema from './password-reset.schema.ts'

/** Replies the same whether or not the address is known. */
export const forgotPassword = defineRoute<typeof schema.forgotPassword>()('POST', '/api/auth/password/forgot')
/** What the link of a mail leads to; the link stays valid. */
export const showPasswordReset = defineRoute<typeof schema.showPasswordReset>()(
  'POST',
  '/api/auth/password/reset/show',
)
/** Ends every session and every other link of the user, and confirms the address. */
export const resetPassword = defineRoute<typeof schema.resetPassword>()('POST', '/api/auth/password/reset')
/**
 * Ends all other sessions and invalidates all email links of the caller; this session continues with a new id.
 * @throws Problem `invalid_input` on `new_password`: too weak
 */
export const changePassword = defineRoute<typeof schema.changePassword>()('PUT', '/api/account/password')
