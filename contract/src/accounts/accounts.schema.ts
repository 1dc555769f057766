import * as z from 'zod/mini'
import { passwordCharsMax, passwordCharsMin } from './accounts.ts'
import { Nothing, schemas } from '../api.schema.ts'
import { Email, Id, Locale, properName, Time } from '../fields.schema.ts'
import { Integration } from '../integrations/integrations.schema.ts'
import { SecondFactor } from './two-factor.schema.ts'

export const NewPassword = z.string().check(z.minLength(passwordCharsMin), z.maxLength(passwordCharsMax))
const Password = z.string().check(z.minLength(1), z.maxLength(passwordCharsMax))
/** A single-use secret from an email: 32 random bytes, base64url. */
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
  /** The language of emails. Pages use the language in their address. */
  locale: Locale,
  integrations: z.array(Integration),
  active_integration: z.nullable(Integration),
  /** Whether this session can enter workspaces that require two-factor authentication. */
  has_two_factors: z.boolean(),
  /** The workspace whose single sign-on this session used. */
  sso_integration_id: z.nullable(Id),
  /** Whether the account has no password or passkey, so that this session can only enter that workspace. */
  is_sso_only: z.boolean(),
})
export type CurrentUser = z.infer<typeof CurrentUser>
export const getUser = schemas({ output: CurrentUser, problems: [] })
export const signUp = schemas({
  input: z.object({
    name: properName(1, 100),
    email: Email,
    password: NewPassword,
    invitation_token: z.optional(MailToken),
  }),
  output: User,
  problems: ['invalid_input', 'rate_limited'],
})
export const signIn = schemas({
  input: z.object({ email: Email, password: Password, code: z.optional(SecondFactor) }),
  output: z.union([User, z.object({ needs_code: z.literal(true) })]),
  problems: ['invalid_input', 'rate_limited'],
})
export const signOut = schemas({ output: Nothing, problems: [] })
const Confirmed = z.object({
  email: z.string(),
  /** For `resetPassword`: all sessions have ended and the previous password is invalid. */
  reset_token: z.optional(z.string()),
})
export const verifyEmail = schemas({
  input: z.object({ token: MailToken }),
  output: Confirmed,
  problems: ['invalid_input'],
})
export const resendVerification = schemas({
  output: z.object({ email: z.string() }),
  problems: ['rate_limited'],
})
export const changeEmail = schemas({
  input: z.object({ email: Email }),
  output: z.object({ email: z.string() }),
  problems: ['invalid_input', 'rate_limited', 'confirm_identity'],
})
export const undoEmailChange = schemas({
  input: z.object({ token: MailToken }),
  output: z.extend(Confirmed, { reset_token: z.string() }),
  problems: ['invalid_input'],
})
