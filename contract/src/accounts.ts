import * as z from 'zod/mini'
import { Email, Id, Locale, text, Time } from './fields.ts'
import { Integration } from './integrations.ts'
import { Nothing, route } from './kit.ts'
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
  /** Of what is written to them; a page is in that of its address. */
  locale: Locale,
  integrations: z.array(Integration),
  active_integration: z.nullable(Integration),
  /** This sign-in is enough for workspaces that need two factors. */
  has_two_factors: z.boolean(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** Unverified users get this too (`email_verified_at` is null); every other call of theirs answers 409. */
export const getUser = route({ method: 'GET', path: '/api/user', output: CurrentUser, problems: [] })

export const signUp = route({
  method: 'POST',
  path: '/api/auth/sign-up',
  input: z.object({ name: text(1, 100), email: Email, password: NewPassword }),
  output: User,
  problems: ['invalid_input'],
})
/**
 * A wrong pair answers 422 `errors.email`, never 401, which would mean "session over". Where the account has
 * two-factor sign-in on, a right pair without a code answers `needs_code` and signs nobody in.
 */
export const signIn = route({
  method: 'POST',
  path: '/api/auth/sign-in',
  input: z.object({ email: Email, password: Password, code: z.optional(SecondFactor) }),
  output: z.union([User, z.object({ needs_code: z.literal(true) })]),
  problems: ['invalid_input', 'rate_limited'],
})
export const signOut = route({ method: 'POST', path: '/api/auth/sign-out', output: Nothing, problems: [] })
/** Works without a session, so that the link may be opened on another device. Once only. */
export const verifyEmail = route({
  method: 'POST',
  path: '/api/auth/verify-email',
  input: z.object({ token: MailToken }),
  output: z.object({ email: z.string() }),
  problems: ['invalid_input'],
})
export const resendVerification = route({
  method: 'POST',
  path: '/api/auth/verify-email/resend',
  output: z.object({ email: z.string() }),
  problems: ['rate_limited'],
})
/**
 * Unverified: changes the address at once. Verified: needs the password, and the old address counts until the link
 * sent to the new one is opened.
 */
export const changeEmail = route({
  method: 'PUT',
  path: '/api/auth/email',
  input: z.object({ email: Email, password: z.optional(Password) }),
  output: z.object({ email: z.string() }),
  problems: ['invalid_input', 'rate_limited'],
})
/** Answers the same whether or not the address is known. */
export const forgotPassword = route({
  method: 'POST',
  path: '/api/auth/password/forgot',
  input: z.object({ email: Email }),
  output: Nothing,
  problems: [],
})
/** Ends every other session of the user and proves the address. */
export const resetPassword = route({
  method: 'POST',
  path: '/api/auth/password/reset',
  input: z.object({ token: MailToken, password: NewPassword }),
  output: Nothing,
  problems: ['invalid_input'],
})
/**
 * Ends every other sign-in of the caller; this one goes on under a new id.
 *
 * @throws Problem `invalid_input` on `password`: not the current one; on `new_password`: too easy
 */
export const changePassword = route({
  method: 'PUT',
  path: '/api/account/password',
  input: z.object({ password: Password, new_password: NewPassword }),
  output: Nothing,
  problems: ['invalid_input', 'rate_limited'],
})
