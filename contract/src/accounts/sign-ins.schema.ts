import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { Id, Time } from '../fields.schema.ts'

/** One browser that the caller is signed in with. */
export const SignIn = z.object({
  id: Id,
  /** Browser and system, such as `Firefox · Linux`; null if unknown. */
  device: z.nullable(z.string()),
  /** Where it was last used from, shortened so that it names no machine; empty where unknown. */
  network: z.string(),
  created_at: Time,
  /** To within ten minutes. */
  seen_at: Time,
  /** The one that asks. */
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
