import * as z from 'zod/mini'
import { MailToken, NewPassword } from './accounts.schema.ts'
import { Nothing, schemas } from '../api.schema.ts'
import { Email, Id } from '../fields.schema.ts'
import { Passkey } from './passkeys.schema.ts'
import { passkeysMax } from './passkeys.ts'

export const forgotPassword = schemas({
  input: z.object({ email: Email }),
  output: Nothing,
  problems: ['rate_limited'],
})
export const showPasswordReset = schemas({
  input: z.object({ token: MailToken }),
  output: z.object({
    email: z.string(),
    /** They can still sign in to the account after the reset, unless they are removed. */
    passkeys: z.array(Passkey),
  }),
  problems: ['invalid_input'],
})
export const resetPassword = schemas({
  input: z.object({
    token: MailToken,
    password: NewPassword,
    remove_passkey_ids: z.optional(z.array(Id).check(z.maxLength(passkeysMax))),
  }),
  output: Nothing,
  problems: ['invalid_input'],
})
export const changePassword = schemas({
  input: z.object({ new_password: NewPassword }),
  output: Nothing,
  problems: ['invalid_input', 'confirm_identity'],
})
