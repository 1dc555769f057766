import * as z from 'zod/mini'
import { passwordCharsMax } from './accounts.ts'
import { Nothing, schemas } from '../api.schema.ts'
import { Time } from '../fields.schema.ts'
import { PasskeyProof, PasskeyQuestion } from './passkeys.schema.ts'
import { SecondFactor } from './two-factor.schema.ts'

export const getConfirmation = schemas({
  output: z.object({
    /** Until when sensitive calls are allowed; null if they aren't. */
    confirmed_until: z.nullable(Time),
    /** `code` with two-factor authentication, where the password alone isn't enough. */
    by: z.enum(['password', 'code']),
    has_passkeys: z.boolean(),
  }),
  problems: [],
})
export const startPasskeyConfirmation = schemas({
  output: PasskeyQuestion,
  problems: ['rate_limited'],
})
export const confirmIdentity = schemas({
  input: z.object({
    password: z.optional(z.string().check(z.maxLength(passwordCharsMax))),
    code: z.optional(SecondFactor),
    passkey: z.optional(PasskeyProof),
  }),
  output: Nothing,
  problems: ['invalid_input', 'rate_limited'],
})
