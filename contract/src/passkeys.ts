import * as z from 'zod/mini'
import { User } from './accounts.ts'
import { Id, text, Time } from './fields.ts'
import { Nothing, route } from './api.ts'

export const passkeysMax = 20
export const passkeyNameCharsMax = 60
/** base64url, as in the browser's WebAuthn API. */
const Bytes = z.string().check(z.maxLength(20_000), z.regex(/^[\w-]*$/))
const Kind = z.literal('public-key')

export const Passkey = z.object({
  id: Id,
  /** As its owner calls it. */
  name: z.string(),
  created_at: Time,
  last_used_at: z.nullable(Time),
})
export type Passkey = z.infer<typeof Passkey>

/** What a browser is asked to sign with a passkey. */
export const PasskeyQuestion = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
})
export type PasskeyQuestion = z.infer<typeof PasskeyQuestion>
/** What it signed. */
export const PasskeyProof = z.object({
  id: Bytes,
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: z.optional(Bytes),
  }),
})
export type PasskeyProof = z.infer<typeof PasskeyProof>

/** The caller's own, the oldest first. */
export const listPasskeys = route({
  method: 'GET',
  path: '/api/account/passkey',
  output: z.array(Passkey),
  problems: [],
})
/**
 * Starts to add one: what the browser is asked to make. Valid for five minutes, and once.
 *
 * @throws Problem `invalid_input` on `name`: there are `passkeysMax` already
 */
export const startPasskey = route({
  method: 'POST',
  path: '/api/account/passkey/start',
  output: z.object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: Kind })),
    timeout: z.int(),
    excludeCredentials: z.array(z.object({ id: z.string(), type: Kind })),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  }),
  problems: ['invalid_input', 'confirm_identity'],
})
/** Keeps what the browser made. This sign-in counts as one with two factors from then on. */
export const addPasskey = route({
  method: 'POST',
  path: '/api/account/passkey',
  input: z.object({
    name: text(1, passkeyNameCharsMax),
    credential: z.object({
      id: Bytes,
      response: z.object({
        clientDataJSON: Bytes,
        attestationObject: Bytes,
        transports: z._default(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10)), []),
      }),
    }),
  }),
  output: Passkey,
  problems: ['invalid_input', 'confirm_identity'],
})
export const renamePasskey = route({
  method: 'PUT',
  path: '/api/account/passkey/:passkey_id',
  input: z.object({ name: text(1, passkeyNameCharsMax) }),
  output: Passkey,
  problems: ['not_found', 'invalid_input'],
})
/** It no longer signs in. */
export const removePasskey = route({
  method: 'DELETE',
  path: '/api/account/passkey/:passkey_id',
  output: Nothing,
  problems: ['not_found', 'confirm_identity'],
})
/**
 * Starts a sign-in without a user name: the passkey identifies the account. The challenge is valid once, for
 * five minutes.
 */
export const startPasskeySignIn = route({
  method: 'POST',
  path: '/api/auth/passkey/start',
  output: PasskeyQuestion,
  problems: ['rate_limited'],
})
/** Signs in the passkey's owner, with both factors. @throws Problem `invalid_input` on `passkey` */
export const signInByPasskey = route({
  method: 'POST',
  path: '/api/auth/passkey',
  input: z.object({ credential: PasskeyProof }),
  output: User,
  problems: ['invalid_input', 'rate_limited'],
})
