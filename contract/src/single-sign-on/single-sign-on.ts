import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './single-sign-on.schema.ts'

export type { SingleSignOn, SsoDomain } from './single-sign-on.schema.ts'
export { entryProblem, type EntryProblem, type EntryRules, type SignInKind } from './entry.ts'

/** Page that the provider returns the browser to, without a language. */
export const singleSignOnPath = '/auth/single-sign-on'
export const ssoDomainsMax = 20
/** Name of the DNS TXT record of `example.com`, and of the meta tag on its home page. */
export const ssoTxtName = (domain: string): string => `_ozvi.${domain}`
export const ssoMetaName = 'ozvi-site'

/**
 * What the test of the settings checks: the issuer's document · its signing keys · whether it accepts client ID and
 * secret · whether a domain is verified.
 */
export const singleSignOnChecks = ['issuer', 'keys', 'client', 'domain'] as const
export type SingleSignOnCheck = (typeof singleSignOnChecks)[number]
/**
 * Why a request to the provider failed.
 *
 * `timeout` · `unreachable` · `blocked` by the egress guard · `not_found` 404 or 410 · `server_error` 5xx · `unreadable` not
 * the expected format · `issuer_differs` the document names another issuer · `client_rejected` client ID or secret ·
 * `code_rejected` the code isn't accepted · `token_invalid` signature, issuer, audience, nonce or time of the ID token ·
 * `no_keys` · `no_domain` · `skipped` an earlier check failed
 */
export const singleSignOnFailures = [
  'timeout',
  'unreachable',
  'blocked',
  'not_found',
  'server_error',
  'unreadable',
  'issuer_differs',
  'client_rejected',
  'code_rejected',
  'token_invalid',
  'no_keys',
  'no_domain',
  'skipped',
] as const
export type SingleSignOnFailure = (typeof singleSignOnFailures)[number]

const path = '/api/integration/:integration_id/single-sign-on'
export const getSingleSignOn = defineRoute<typeof schema.getSingleSignOn>()('GET', path)
/**
 * Updates single sign-on. Turning it off or changing the issuer or client signs out everyone who signed in
 * with it.
 * @throws Problem `invalid_input` on `issuer`: not https, not open to outgoing requests, or required by the
 * policy; on `client_id`, `is_on`: missing; on `client_secret`: the issuer changed, so it has to be entered
 * again; on `is_required`: no one has signed in with it yet, or the caller would be locked out
 */
export const updateSingleSignOn = defineRoute<typeof schema.updateSingleSignOn>()('PUT', path)
/** Checks the saved settings with requests to the provider. */
export const testSingleSignOn = defineRoute<typeof schema.testSingleSignOn>()('POST', `${path}/test`)
/**
 * Adds a domain, which must then be verified.
 * @throws Problem `invalid_input` on `name`: not a domain, or one under which anyone can register
 */
export const addSsoDomain = defineRoute<typeof schema.addSsoDomain>()('POST', `${path}/domain`)
/**
 * Verifies a domain by the token in its TXT record or on its home page.
 * @throws Problem `invalid_input` on `name`: not found, or verified by another workspace
 */
export const verifySsoDomain = defineRoute<typeof schema.verifySsoDomain>()(
  'POST',
  `${path}/domain/:domain_id/verify`,
)
/** Removes a domain. Linked accounts can still sign in. */
export const removeSsoDomain = defineRoute<typeof schema.removeSsoDomain>()(
  'DELETE',
  `${path}/domain/:domain_id`,
)
/** Settings or domains have changed. Clients reload them. */
export const singleSignOnChanged = defineEvent<typeof schema.singleSignOnChanged>()(
  'SingleSignOnChanged',
  workspaceChannel,
)

/**
 * Returns the single sign-on of an address. The result depends on the domain only, so it doesn't reveal
 * accounts.
 */
export const findSingleSignOn = defineRoute<typeof schema.findSingleSignOn>()(
  'POST',
  '/api/auth/single-sign-on/find',
)
/**
 * Returns the provider's sign-in page. Only this browser can finish the sign-in, once, within ten minutes.
 * @throws Problem `invalid_input` on `email`: no workspace; on `provider`: the provider can't be used
 */
export const startSingleSignOn = defineRoute<typeof schema.startSingleSignOn>()(
  'POST',
  '/api/auth/single-sign-on',
)
/**
 * Signs in with the provider's response. New members join the workspace if a seat is free. An existing
 * account is linked after its password is confirmed.
 * @throws Problem `invalid_input` on `state`: another browser, used or expired; on `provider`: rejected by
 * the provider, or its answer isn't valid; on `email`: not verified, or not of a domain of the workspace
 */
export const finishSingleSignOn = defineRoute<typeof schema.finishSingleSignOn>()(
  'POST',
  '/api/auth/single-sign-on/finish',
)
/**
 * Links an existing account to the provider after it is confirmed, and signs in.
 * @throws Problem `invalid_input` on `password`, `code` or `state`
 */
export const linkSingleSignOn = defineRoute<typeof schema.linkSingleSignOn>()(
  'POST',
  '/api/auth/single-sign-on/link',
)
