import * as z from 'zod/mini'
import { Email, Id, Locale, text, Time } from './fields.ts'
import { Integration } from './integrations.ts'
import { Nothing, route } from './api.ts'
import { SecondFactor } from './two-factor.ts'

export const passwordCharsMin = 10
/** argon2id input is bounded so that hashing cost cannot be driven up; UTF-8 of 256 characters stays below 1 KiB. */
export const passwordCharsMax = 256
export const NewPassword = z.string().check(z.minLength(passwordCharsMin), z.maxLength(passwordCharsMax))
const Password = z.string().check(z.minLength(1), z.maxLength(passwordCharsMax))
/** A single-use secret from a mail: 32 random bytes, base64url. */
export const MailToken = z.string().check(z.minLength(1), z.maxLength(200))

export const User = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  email_verified_at: z.nullable(Time),
})
export type User = z.infer<typeof User>
export const CurrentUser = z.extend(User, {
  avatar_id: z.nullable(Id),
  time_zone: z.nullable(z.string()),
  /** The language of emails; pages use that of their address. */
  locale: Locale,
  integrations: z.array(Integration),
  active_integration: z.nullable(Integration),
  /** This sign-in is enough for workspaces that need two factors. */
  has_two_factors: z.boolean(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** Unverified users get this too (`email_verified_at` is null); every other call of theirs answers 409. */
export const getUser = route({ method: 'GET', path: '/api/user', output: CurrentUser, problems: [] })

/** With the token of an invitation, which was mailed to the same address, that address counts as confirmed. */
export const signUp = route({
  method: 'POST',
  path: '/api/auth/sign-up',
  input: z.object({
    name: text(1, 100),
    email: Email,
    password: NewPassword,
    invitation_token: z.optional(MailToken),
  }),
  output: User,
  problems: ['invalid_input', 'rate_limited'],
})
/**
 * Wrong credentials give 422 on `email`, never 401, which means that the session has ended. With two-factor
 * authentication, correct credentials without a code return `needs_code` and don't sign in.
 */
export const signIn = route({
  method: 'POST',
  path: '/api/auth/sign-in',
  input: z.object({ email: Email, password: Password, code: z.optional(SecondFactor) }),
  output: z.union([User, z.object({ needs_code: z.literal(true) })]),
  problems: ['invalid_input', 'rate_limited'],
})
export const signOut = route({ method: 'POST', path: '/api/auth/sign-out', output: Nothing, problems: [] })
const Confirmed = z.object({
  email: z.string(),
  /** For `resetPassword`: every session has ended and the former password is void. */
  reset_token: z.optional(z.string()),
})
/**
 * Confirms an address once. It also works without a session of the account, so that the link can be opened on
 * another device; a password must then be chosen, because the account may have been created by someone who
 * doesn't own the address.
 * @throws Problem `invalid_input` on `token`: used, expired, or another account has the address by now; or the
 * account has a second factor, and its address can only be changed from its own sessions
 */
export const verifyEmail = route({
  method: 'POST',
  path: '/api/auth/verify-email',
  input: z.object({ token: MailToken }),
  output: Confirmed,
  problems: ['invalid_input'],
})
export const resendVerification = route({
  method: 'POST',
  path: '/api/auth/verify-email/resend',
  output: z.object({ email: z.string() }),
  problems: ['rate_limited'],
})
/**
 * Unconfirmed: corrects the address that the link is sent to. Confirmed: needs a confirmation (`confirm_identity`), and the former address
 * counts until the link sent to the new one is opened; for 7 days after that its owner can undo the change. Replies
 * the same for an address of another account, which is mailed a notice instead of a link.
 */
export const changeEmail = route({
  method: 'PUT',
  path: '/api/auth/email',
  input: z.object({ email: Email }),
  output: z.object({ email: z.string() }),
  problems: ['invalid_input', 'rate_limited', 'confirm_identity'],
})
/** By the link that was mailed to the former address. Restores it, and a password has to be chosen. */
export const undoEmailChange = route({
  method: 'POST',
  path: '/api/auth/email/undo',
  input: z.object({ token: MailToken }),
  output: z.extend(Confirmed, { reset_token: z.string() }),
  problems: ['invalid_input'],
})
