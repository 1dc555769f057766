import * as z from 'zod/mini'
import { User } from './accounts.schema.ts'
import { Nothing, schemas } from '../api.schema.ts'
import { Id, text, Time } from '../fields.schema.ts'
import { passkeyNameCharsMax } from './passkeys.ts'

/** base64url, as in the browser's WebAuthn API. */
const Bytes = z.string().check(z.maxLength(20_000), z.regex(/^[\w-]*$/))
const Kind = z.literal('public-key')

export const Passkey = z.object({
  id: Id,
  /** The name that its owner chose. */
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
export const listPasskeys = schemas({
  output: z.array(Passkey),
  problems: [],
})
export const startPasskey = schemas({
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
export const addPasskey = schemas({
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
export const renamePasskey = schemas({
  input: z.object({ name: text(1, passkeyNameCharsMax) }),
  output: Passkey,
  problems: ['not_found', 'invalid_input'],
})
export const removePasskey = schemas({
  output: Nothing,
  problems: ['not_found', 'confirm_identity'],
})
export const startPasskeySignIn = schemas({
  output: PasskeyQuestion,
  problems: ['rate_limited'],
})
export const signInByPasskey = schemas({
  input: z.object({ credential: PasskeyProof }),
  output: User,
  problems: ['invalid_input', 'rate_limited'],
})
