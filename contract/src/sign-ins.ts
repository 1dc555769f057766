import * as z from 'zod/mini'
import { Id, Time } from './fields.ts'
import { event, Nothing, route } from './api.ts'

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

/** The caller's own, that one first, then the last used. */
export const listSignIns = route({
  method: 'GET',
  path: '/api/account/sign-in',
  output: z.array(SignIn),
  problems: [],
})
/** Signs one of the caller's browsers out immediately. */
export const endSignIn = route({
  method: 'DELETE',
  path: '/api/account/sign-in/:sign_in_id',
  output: Nothing,
  problems: ['not_found'],
})
/** Signs all other browsers of the caller out immediately. */
export const endOtherSignIns = route({
  method: 'DELETE',
  path: '/api/account/sign-in',
  output: Nothing,
  problems: [],
})
/** The caller signed in somewhere, or is no longer: read again. */
export const signInsChanged = event('SignInsChanged', {
  data: z.object({ user_id: Id }),
  channel: ({ user_id }: { user_id: string }) => `private-user.${user_id}`,
})
