import * as z from 'zod/mini'
import { passwordCharsMax } from './accounts.ts'
import { Time } from './fields.ts'
import { Nothing, route } from './api.ts'
import { PasskeyProof, PasskeyQuestion } from './passkeys.ts'
import { SecondFactor } from './two-factor.ts'

/*
 * Sensitive calls answer `confirm_identity` unless the session was started or confirmed in the last
 * `confirmation_s` seconds. After a confirmation the same call works.
 */

export const confirmation_s = 15 * 60

/** How the account can be confirmed, and whether this session is. */
export const getConfirmation = route({
  method: 'GET',
  path: '/api/auth/confirm',
  output: z.object({
    /** Null unless sensitive calls are allowed now. */
    confirmed_until: z.nullable(Time),
    /** `code` with two-factor sign-in, where the password alone isn't enough. */
    by: z.enum(['password', 'code']),
    has_passkeys: z.boolean(),
  }),
  problems: [],
})
/** Valid for five minutes, and once. */
export const startPasskeyConfirmation = route({
  method: 'POST',
  path: '/api/auth/confirm/passkey',
  output: PasskeyQuestion,
  problems: ['rate_limited'],
})
/**
 * Confirms this session with one of the account's passkeys; else with a code of the authenticator app or a recovery
 * code where two-factor sign-in is on; else with the password.
 *
 * @throws Problem `invalid_input` on `password`, `code` or `passkey`
 */
export const confirmIdentity = route({
  method: 'POST',
  path: '/api/auth/confirm',
  input: z.object({
    password: z.optional(z.string().check(z.maxLength(passwordCharsMax))),
    code: z.optional(SecondFactor),
    passkey: z.optional(PasskeyProof),
  }),
  output: Nothing,
  problems: ['invalid_input', 'rate_limited'],
})
