import * as z from 'zod/mini'
import { User } from '../accounts/accounts.schema.ts'
import { SecondFactor } from '../accounts/two-factor.schema.ts'
import { passwordCharsMax } from '../accounts/accounts.ts'
import { schemas } from '../api.schema.ts'
import { Email, Id, text, Time } from '../fields.schema.ts'
import { memberRoles } from '../users/roles.ts'
import { singleSignOnChecks, singleSignOnFailures } from './single-sign-on.ts'

export const SsoDomain = z.object({
  id: Id,
  /** In lower case; internationalized names in Punycode. */
  name: z.string(),
  /** Value of the TXT record or the meta tag that verifies the domain. */
  token: z.string(),
  verified_at: z.nullable(Time),
})
export type SsoDomain = z.infer<typeof SsoDomain>

const Fields = z.object({
  is_on: z.boolean(),
  /** Whether members, except owners, can only enter the workspace with single sign-on. */
  is_required: z.boolean(),
  /** For example `https://login.example.com`, without `/.well-known/openid-configuration`. */
  issuer: text(0, 500),
  client_id: text(0, 500),
  /** Role of members who join with their first sign-in. */
  default_role: z.enum(memberRoles),
})
export const SingleSignOn = z.extend(Fields, {
  integration_id: Id,
  /** Whether a secret is stored. The secret itself is never returned. */
  has_secret: z.boolean(),
  /** The redirect URI to allow at the provider. */
  redirect_uri: z.string(),
  domains: z.array(SsoDomain),
  /** When someone last signed in with the current issuer. */
  last_used_at: z.nullable(Time),
  /** Null if nothing has been saved. */
  updated_at: z.nullable(Time),
  /** Incremented on every change. */
  version: z.int(),
})
export type SingleSignOn = z.infer<typeof SingleSignOn>

export const getSingleSignOn = schemas({ output: SingleSignOn, problems: ['not_found', 'forbidden'] })
export const updateSingleSignOn = schemas({
  input: z.extend(z.partial(Fields), { client_secret: z.optional(text(0, 1000)) }),
  output: SingleSignOn,
  problems: ['not_found', 'forbidden', 'invalid_input', 'plan_limit', 'confirm_identity'],
})
export const testSingleSignOn = schemas({
  output: z.array(
    z.object({
      check: z.enum(singleSignOnChecks),
      /** Null if the test passed. */
      failure: z.nullable(z.enum(singleSignOnFailures)),
    }),
  ),
  problems: ['not_found', 'forbidden', 'invalid_input', 'rate_limited'],
})
export const addSsoDomain = schemas({
  input: z.object({ name: text(1, 253) }),
  output: SingleSignOn,
  problems: ['not_found', 'forbidden', 'invalid_input', 'plan_limit', 'confirm_identity'],
})
export const verifySsoDomain = schemas({
  output: SingleSignOn,
  problems: ['not_found', 'forbidden', 'invalid_input', 'rate_limited'],
})
export const removeSsoDomain = schemas({
  output: SingleSignOn,
  problems: ['not_found', 'forbidden', 'confirm_identity'],
})
export const singleSignOnChanged = z.object({ integration_id: Id })

export const findSingleSignOn = schemas({
  input: z.object({ email: Email }),
  output: z.object({
    /** Name of the workspace that the address signs in to; null if its domain has no single sign-on. */
    workspace: z.nullable(z.string()),
  }),
  problems: ['invalid_input', 'rate_limited'],
})
const ReturnPath = z.string().check(z.maxLength(2000))
export const startSingleSignOn = schemas({
  input: z.object({
    /** Either this or the workspace is required. */
    email: z.optional(Email),
    integration_id: z.optional(Id),
    /** The path to return to. */
    next: z.optional(ReturnPath),
  }),
  output: z.object({ url: z.string() }),
  problems: ['invalid_input', 'rate_limited'],
})
const SignedIn = z.object({ user: User, next: z.nullable(z.string()) })
export const finishSingleSignOn = schemas({
  input: z.object({
    state: text(1, 200),
    code: z.optional(z.string().check(z.maxLength(4000))),
    iss: z.optional(z.string().check(z.maxLength(500))),
    /** An error that the provider returned instead of a code. */
    error: z.optional(z.string().check(z.maxLength(200))),
  }),
  output: z.union([
    SignedIn,
    /** The address has an account: its password is needed once. */
    z.object({ needs_password: z.literal(true), email: z.string() }),
  ]),
  problems: ['invalid_input', 'plan_limit', 'rate_limited'],
})
export const linkSingleSignOn = schemas({
  input: z.object({
    password: z.string().check(z.minLength(1), z.maxLength(passwordCharsMax)),
    code: z.optional(SecondFactor),
  }),
  output: z.union([SignedIn, z.object({ needs_code: z.literal(true) })]),
  problems: ['invalid_input', 'plan_limit', 'rate_limited'],
})
