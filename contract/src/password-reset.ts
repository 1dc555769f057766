import * as z from 'zod/mini'
import { MailToken, NewPassword } from './accounts.ts'
import { Email, Id } from './fields.ts'
import { Nothing, route } from './api.ts'
import { Passkey, passkeysMax } from './passkeys.ts'

/** Replies the same whether or not the address is known. */
export const forgotPassword = route({
  method: 'POST',
  path: '/api/auth/password/forgot',
  input: z.object({ email: Email }),
  output: Nothing,
  problems: ['rate_limited'],
})
/** What the link of a mail leads to; the link stays valid. */
export const showPasswordReset = route({
  method: 'POST',
  path: '/api/auth/password/reset/show',
  input: z.object({ token: MailToken }),
  output: z.object({
    email: z.string(),
    /** They sign in to the account also after the reset, unless they are removed. */
    passkeys: z.array(Passkey),
  }),
  problems: ['invalid_input'],
})
/** Ends every session and every other link of the user, and confirms the address. */
export const resetPassword = route({
  method: 'POST',
  path: '/api/auth/password/reset',
  input: z.object({
    token: MailToken,
    password: NewPassword,
    remove_passkey_ids: z.optional(z.array(Id).check(z.maxLength(passkeysMax))),
  }),
  output: Nothing,
  problems: ['invalid_input'],
})
/**
 * Ends all other sessions and invalidates all email links of the caller; this session continues with a new id.
 * @throws Problem `invalid_input` on `new_password`: too weak
 */
export const changePassword = route({
  method: 'PUT',
  path: '/api/account/password',
  input: z.object({ new_password: NewPassword }),
  output: Nothing,
  problems: ['invalid_input', 'confirm_identity'],
})
