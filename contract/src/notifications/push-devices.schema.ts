import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { Id, Time } from '../fields.schema.ts'

/** A browser that receives the caller's push notifications. */
export const PushDevice = z.object({
  id: Id,
  /** Browser and system, such as `Firefox · Linux`; null if unknown. */
  name: z.nullable(z.string()),
  /** SHA-256 of its endpoint in hex, by which a browser recognizes itself. */
  fingerprint: z.string(),
  created_at: Time,
  /** When the push service last accepted a push for it. */
  pushed_at: z.nullable(Time),
})
export type PushDevice = z.infer<typeof PushDevice>
export const listPushDevices = schemas({
  output: z.object({
    /** The public key of this installation, for `applicationServerKey`. */
    public_key: z.string(),
    devices: z.array(PushDevice),
  }),
  problems: ['not_found'],
})
export const addPushDevice = schemas({
  input: z.object({
    endpoint: z.url({ protocol: /^https$/ }).check(z.maxLength(2_000)),
    keys: z.object({
      /** A P-256 public key: 65 bytes, base64url. */
      p256dh: z.string().check(z.regex(/^B[\w-]{86}=?$/, 'type_invalid')),
      /** 16 bytes, base64url. */
      auth: z.string().check(z.regex(/^[\w-]{22}(==)?$/, 'type_invalid')),
    }),
  }),
  output: PushDevice,
  problems: ['not_found', 'invalid_input'],
})
export const removePushDevice = schemas({
  output: Nothing,
  problems: ['not_found'],
})
export const testPushDevice = schemas({
  output: Nothing,
  problems: ['not_found'],
})
export const pushDevicesChanged = z.object({ integration_id: Id })
