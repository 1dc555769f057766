import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { Id } from '../fields.schema.ts'

/** Six digits of an authenticator app, or a recovery code; spaces and hyphens are ignored. */
export const SecondFactor = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))

export const TwoFactor = z.object({
  is_on: z.boolean(),
  /** Number of unused recovery codes. */
  codes_left: z.int(),
})
export type TwoFactor = z.infer<typeof TwoFactor>
export const getTwoFactor = schemas({
  output: TwoFactor,
  problems: [],
})
export const startTwoFactor = schemas({
  output: z.object({
    /** Base32, for entering by hand. */
    secret: z.string(),
    /** `otpauth://totp/…`, for a QR code. */
    uri: z.string(),
  }),
  problems: ['invalid_input', 'confirm_identity'],
})
const RecoveryCodes = z.object({
  /** Returned only once. */
  codes: z.array(z.string()),
})
export const confirmTwoFactor = schemas({
  input: z.object({ code: SecondFactor }),
  output: RecoveryCodes,
  problems: ['invalid_input', 'rate_limited'],
})
export const renewRecoveryCodes = schemas({
  output: RecoveryCodes,
  problems: ['invalid_input', 'confirm_identity'],
})
export const stopTwoFactor = schemas({
  output: Nothing,
  problems: ['confirm_identity'],
})
export const requireTwoFactor = schemas({
  input: z.object({ is_needed: z.boolean() }),
  output: z.object({ is_needed: z.boolean() }),
  problems: ['not_found', 'forbidden', 'invalid_input', 'confirm_identity'],
})
export const resetTwoFactor = schemas({
  input: z.object({}),
  output: z.object({ user_id: Id }),
  problems: ['not_found', 'forbidden', 'invalid_input', 'confirm_identity'],
})
