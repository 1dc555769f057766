import { defineRoute } from '../api.ts'
import type * as schema from './accounts.schema.ts'

export type { User, CurrentUser } from './accounts.schema.ts'

export const passwordCharsMin = 10
/** Limits the cost of argon2id; 256 characters are at most 1 KiB of UTF-8. */
export const passwordCharsMax = 256

/**
 * Returns the signed-in user. Also answers users with an unverified address (`email_verified_at` is null),
 * who get a 409 from every other call.
 */
export const getUser = defineRoute<typeof schema.getUser>()('GET', '/api/user')

/**
 * Creates an account and signs in. The token of an invitation sent to the same address also verifies the
 * address.
 */
export const signUp = defineRoute<typeof schema.signUp>()('POST', '/api/auth/sign-up')
/**
 * Signs in. Wrong credentials return 422 on `email`, never 401, which means that the session has ended. With
 * two-factor authentication, correct credentials without a code return `needs_code` and don't sign in.
 */
export const signIn = defineRoute<typeof schema.signIn>()('POST', '/api/auth/sign-in')
export const signOut = defineRoute<typeof schema.signOut>()('POST', '/api/auth/sign-out')
/**
 * Verifies an address. The token works once, also without a session of the account, so that the link can be
 * opened on another device. A password must then be chosen, because the account may have been created by
 * someone who doesn't own the address.
 * @throws Problem `invalid_input` on `token`: used, expired, or the address belongs to another account by
 * now; or the account has two-factor authentication, so its address can only be changed in its own sessions
 */
export const verifyEmail = defineRoute<typeof schema.verifyEmail>()('POST', '/api/auth/verify-email')
export const resendVerification = defineRoute<typeof schema.resendVerification>()(
  'POST',
  '/api/auth/verify-email/resend',
)
/**
 * Changes the address. An unverified address is replaced immediately. A verified one needs a confirmation
 * (`confirm_identity`) and stays in use until the link sent to the new address is opened; for 7 days after
 * that, its owner can undo the change. The response is the same if the address belongs to another account,
 * which gets a notice instead of a link.
 */
export const changeEmail = defineRoute<typeof schema.changeEmail>()('PUT', '/api/auth/email')
/** Restores the previous address with the link that was emailed to it. A new password must be chosen. */
export const undoEmailChange = defineRoute<typeof schema.undoEmailChange>()('POST', '/api/auth/email/undo')
