import { defineEvent, defineRoute } from '../api.ts'
import type * as schema from './sign-ins.schema.ts'

export type { SignIn } from './sign-ins.schema.ts'

/** Lists the caller's sessions: the current one first, then by last use. */
export const listSignIns = defineRoute<typeof schema.listSignIns>()('GET', '/api/account/sign-in')
/** Signs out one of the caller's browsers immediately. */
export const endSignIn = defineRoute<typeof schema.endSignIn>()('DELETE', '/api/account/sign-in/:sign_in_id')
/** Signs out all other browsers of the caller immediately. */
export const endOtherSignIns = defineRoute<typeof schema.endOtherSignIns>()('DELETE', '/api/account/sign-in')
/** The caller's sessions have changed; clients reload the list. */
export const signInsChanged = defineEvent<typeof schema.signInsChanged>()(
  'SignInsChanged',
  ({ user_id }: { user_id: string }) => `private-user.${user_id}`,
)
