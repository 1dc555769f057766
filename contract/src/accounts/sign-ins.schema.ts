import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { Id, Time } from '../fields.schema.ts'

/** One browser that the caller is signed in with. */
export const SignIn = z.object({
  id: Id,
  /** Browser and system, such as `Firefox · Linux`; null if unknown. */
  device: z.nullable(z.string()),
  /** The shortened IP address that it was last used from; empty if unknown. */
  ip_prefix: z.string(),
  created_at: Time,
  /** When it was last used, accurate to ten minutes. */
  last_seen_at: Time,
  /** Whether this is the session of the request. */
  is_current: z.boolean(),
})
export type SignIn = z.infer<typeof SignIn>
export const listSignIns = schemas({
  output: z.array(SignIn),
  problems: [],
})
export const endSignIn = schemas({
  output: Nothing,
  problems: ['not_found'],
})
export const endOtherSignIns = schemas({
  output: Nothing,
  problems: [],
})
export const signInsChanged = z.object({ user_id: Id })
