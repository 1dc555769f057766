import { defineRoute } from '../api.ts'
import type * as schema from './sso-links.schema.ts'

export type { SsoLink } from './sso-links.schema.ts'

/** Lists the single sign-on links of the caller's account, by workspace. */
export const listSsoLinks = defineRoute<typeof schema.listSsoLinks>()('GET', '/api/account/single-sign-on')
/**
 * Removes a link, so that the provider can't sign in to the account anymore. Other sessions that used the workspace's
 * single sign-on end. This session stays signed in, but no longer counts as single sign-on.
 */
export const removeSsoLink = defineRoute<typeof schema.removeSsoLink>()(
  'DELETE',
  '/api/account/single-sign-on/:sso_link_id',
)
