import * as z from 'zod/mini'
import { Id, Time } from './fields.ts'
import { event, Nothing, route } from './api.ts'

/** A browser that the caller has allowed to be called when no page of it is open. */
export const PushDevice = z.object({
  id: Id,
  /** Browser and system, such as `Firefox · Linux`; null if unknown. */
  name: z.nullable(z.string()),
  /** SHA-256 of its endpoint, in hex: by it a browser knows itself. */
  fingerprint: z.string(),
  created_at: Time,
  /** When the last push was taken for it. */
  pushed_at: z.nullable(Time),
})
export type PushDevice = z.infer<typeof PushDevice>
/** For one member and workspace; the one unused longest goes when there is another. */
export const pushDevicesMax = 10

/** The caller's own, oldest first. */
export const listPushDevices = route({
  method: 'GET',
  path: '/api/integration/:integration_id/push-device',
  output: z.object({
    /** Of this installation, as `applicationServerKey` takes it. */
    public_key: z.string(),
    devices: z.array(PushDevice),
  }),
  problems: ['not_found'],
})
/** A browser's subscription as its own `toJSON` writes it. It lasts as long as the session that made it. */
export const addPushDevice = route({
  method: 'POST',
  path: '/api/integration/:integration_id/push-device',
  input: z.object({
    endpoint: z.url({ protocol: /^https$/ }).check(z.maxLength(2_000)),
    keys: z.object({
      /** A point of P-256: 65 bytes, base64url. */
      p256dh: z.string().check(z.regex(/^B[\w-]{86}=?$/, 'type_invalid')),
      /** 16 bytes, base64url. */
      auth: z.string().check(z.regex(/^[\w-]{22}(==)?$/, 'type_invalid')),
    }),
  }),
  output: PushDevice,
  problems: ['not_found', 'invalid_input'],
})
export const removePushDevice = route({
  method: 'DELETE',
  path: '/api/integration/:integration_id/push-device/:device_id',
  output: Nothing,
  problems: ['not_found'],
})
/** Calls one of the caller's devices, to see that it works. */
export const testPushDevice = route({
  method: 'POST',
  path: '/api/integration/:integration_id/push-device/:device_id/test',
  output: Nothing,
  problems: ['not_found'],
})
/** A device was added, removed, or is gone: read again. */
export const pushDevicesChanged = event('PushDevicesChanged', {
  data: z.object({ integration_id: Id }),
  channel: ({ user_id }: { user_id: string }) => `private-user.${user_id}`,
})
