import { defineRoute } from '../api.ts'
import type * as schema from './accounts.schema.ts'

export type { User, CurrentUser } from './accounts.schema.ts'

export const passwordCharsMin = 10
/** argon2id input is bounded so that hashing cost cannot be driven up; UTF-8 of 256 characters stays below 1 KiB. */
export const passwordCharsMax = 256

/** Unverified users get this too (`email_verified_at` is null); every other call of theirs answers 409. */
export const getUser = defineRoute<typeof schema.getUser>()('GET', '/api/user')

/** The token of an invitation emailed to the same address confirms that address. */
export const signUp = defineRoute<typeof schema.signUp>()('POST', '/api/auth/sign-up')
/**
 * Wrong credentials give 422 on `email`, never 401, which means that the session has ended. With two-factor
 * authentication, correct credentials without a code return `needs_code` and don't sign in.
 */
export const signIn = defineRoute<typeof schema.signIn>()('POST', '/api/auth/sign-in')
export const signOut = defineRoute<typeof schema.signOut>()('POST', '/api/auth/sign-out')
/**
 * Confirms an address once. It also works without a session of the account, so that the link can be opened on
 * another device; a password must then be chosen, because the account may have been created by someone who
 * doesn't own the address.
 * @throws Problem `invalid_input` on `token`: used, expired, or another account has the address by now; or the
 * account has a second factor, and its address can only be changed from its own sessions
 */
export const verifyEmail = defineRoute<typeof schema.verifyEmail>()('POST', '/api/auth/verify-email')
export const resendVerification = defineRoute<typeof schema.resendVerification>()(
  'POST',
  '/api/auth/verify-email/resend',
)
/**
 * Unconfirmed: corrects the address that the link is sent to. Confirmed: needs a confirmation (`confirm_identity`), and the former address
 * counts until the link sent to the new one is opened; for 7 days after that its owner can undo the change. Replies
 * the same for an address of another account, which is mailed a notice instead of a link.
 */
export const changeEmail = defineRoute<typeof schema.changeEmail>()('PUT', '/api/auth/email')
/** By the link that was mailed to the former address. Restores it, and a password has to be chosen. */
export const undoEmailChange = defineRoute<typeof schema.undoEmailChange>()('POST', '/api/auth/email/undo')
