import type { SingleSignOnFailure } from '@ozvi/contract'
import { Email } from '@ozvi/contract/schemas'
import type * as openid from 'openid-client'
import { type Egress, requestFailureOf } from '#platform/egress/index.ts'
import { isStorable } from '#platform/http/fields.ts'

export interface ProviderSettings {
  issuer: string
  client_id: string
  /** Empty for public clients. */
  client_secret: string
}
export interface ProviderAnswer {
  state: string
  code?: string | undefined
  iss?: string | undefined
}
/** The values that a sign-in was started with. */
export interface Expected {
  redirect_uri: string
  state: string
  nonce: string
  code_verifier: string
}
/** The claims that sign-in uses. */
export interface Claims {
  subject: string
  /** Empty if it isn't an address, or the provider doesn't say that it is verified. */
  verified_email: string
  name: string
}

const first_byte_ms = 5_000
const total_ms = 10_000
const response_bytes_max = 500_000
const scope = 'openid email profile'

type RequestFailure = Exclude<SingleSignOnFailure, 'no_keys' | 'no_domain' | 'skipped'>

export class ProviderError extends Error {
  override name = 'ProviderError'
  failure: RequestFailure
  constructor(failure: RequestFailure, options?: ErrorOptions) {
    super(`single sign-on: ${failure}`, options)
    this.failure = failure
  }
}

function failureOfStatus(status: number): RequestFailure | undefined {
  if (status === 404 || status === 410) return 'not_found'
  return status >= 500 ? 'server_error' : undefined
}

/** `fetch` through the egress guard. Redirects aren't followed: a secret is for this address only. */
const guardedFetch =
  (egress: Egress): openid.CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const answer = await egress.fetch(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body instanceof URLSearchParams ? { body: body.toString() } : {}),
      redirect: 'manual',
      max_bytes: response_bytes_max,
      first_byte_timeout_ms: first_byte_ms,
      timeout_ms: total_ms,
      ...(signal ? { signal } : {}),
    })
    if (!answer.ok) throw new ProviderError(requestFailureOf(answer.reason))
    const failure = failureOfStatus(answer.status)
    if (failure) throw new ProviderError(failure)
    const hasBody = ![204, 205, 304].includes(answer.status)
    return new Response(hasBody ? new Uint8Array(answer.body) : null, {
      status: answer.status,
      headers: answer.headers,
    })
  }

/** An address of the provider: https, or an exception of the operator. */
export const isProviderUrl = (egress: Egress, url: string): boolean =>
  egress.staticUrlProblem(url) === undefined && (url.startsWith('https://') || egress.isException(url))

/** @returns the failure of a call of the library, or `otherwise` */
function failureOf(error: unknown, otherwise: RequestFailure): ProviderError {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ProviderError) return cause
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return new ProviderError(code === 'OAUTH_TIMEOUT' ? 'timeout' : otherwise, { cause: error })
}

/** Loaded with the first request: most workspaces don't use it. */
const library = () => import('openid-client')

/**
 * Loads the issuer's document.
 *
 * @throws ProviderError
 */
async function configure(egress: Egress, { issuer, client_id, client_secret }: ProviderSettings) {
  if (!isProviderUrl(egress, issuer)) throw new ProviderError('blocked')
  const client = await library()
  const options = {
    algorithm: 'oidc' as const,
    timeout: total_ms / 1000,
    [client.customFetch]: guardedFetch(egress),
    execute: egress.isException(issuer) ? [client.allowInsecureRequests] : [],
  }
  const found = await client
    .discovery(new URL(issuer), client_id, undefined, client.None(), options)
    .catch((error: unknown) => {
      const isOther =
        error instanceof Error && 'code' in error && error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'
      throw failureOf(error, isOther ? 'issuer_differs' : 'unreadable')
    })
  const server = found.serverMetadata()
  // The library accepts issuers that sign in people of any organization. They aren't allowed here.
  if (URL.parse(server.issuer)?.href !== new URL(issuer).href) throw new ProviderError('issuer_differs')
  const { authorization_endpoint = '', token_endpoint = '', jwks_uri = '' } = server
  for (const url of [authorization_endpoint, token_endpoint, jwks_uri]) {
    if (!URL.canParse(url)) throw new ProviderError('unreadable')
    if (!isProviderUrl(egress, url)) throw new ProviderError('blocked')
  }
  const configuration = new client.Configuration(
    server,
    client_id,
    undefined,
    authenticationOf(client, server, client_secret),
  )
  configuration[client.customFetch] = guardedFetch(egress)
  configuration.timeout = total_ms / 1000
  // Verifies the signature of the ID token, although it came over a trusted connection.
  client.enableNonRepudiationChecks(configuration)
  if (egress.isException(issuer)) client.allowInsecureRequests(configuration)
  return { client, configuration }
}

function authenticationOf(
  client: Awaited<ReturnType<typeof library>>,
  server: openid.ServerMetadata,
  client_secret: string,
): openid.ClientAuth {
  // Some providers answer null.
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  if (client_secret === '') return client.None()
  return methods.includes('client_secret_basic')
    ? client.ClientSecretBasic(client_secret)
    : client.ClientSecretPost(client_secret)
}

/** @throws ProviderError */
export async function authorizationUrl(
  egress: Egress,
  settings: ProviderSettings,
  expected: Expected,
  login_hint: string | undefined,
): Promise<string> {
  const { client, configuration } = await configure(egress, settings)
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: expected.redirect_uri,
    scope,
    state: expected.state,
    nonce: expected.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(expected.code_verifier),
    code_challenge_method: 'S256',
    ...(login_hint === undefined ? {} : { login_hint }),
  })
  return url.href
}

/**
 * Exchanges the code and verifies the ID token: signature, issuer, audience, nonce and time.
 *
 * @throws ProviderError
 */
export async function exchangeCode(
  egress: Egress,
  settings: ProviderSettings,
  answer: ProviderAnswer,
  expected: Expected,
): Promise<Claims> {
  const { client, configuration } = await configure(egress, settings)
  const url = new URL(expected.redirect_uri)
  for (const name of ['state', 'code', 'iss'] as const) {
    const value = answer[name]
    if (value !== undefined) url.searchParams.set(name, value)
  }
  const tokens = await client
    .authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: expected.code_verifier,
      expectedState: expected.state,
      expectedNonce: expected.nonce,
      idTokenExpected: true,
    })
    .catch((error: unknown) => {
      throw failureOf(error, rejectionOf(client, error) ?? 'token_invalid')
    })
  const claims = tokens.claims()
  if (!claims) throw new ProviderError('token_invalid')
  const { sub, email, email_verified, name } = claims
  if (!isStorable({ sub, email, name })) throw new ProviderError('token_invalid')
  return {
    subject: sub,
    verified_email: email_verified === true ? (Email.safeParse(email).data ?? '') : '',
    name: typeof name === 'string' ? name : '',
  }
}

/** Undefined if the provider accepted the request. */
function rejectionOf(
  client: Awaited<ReturnType<typeof library>>,
  error: unknown,
): RequestFailure | undefined {
  if (error instanceof client.WWWAuthenticateChallengeError) return 'client_rejected'
  if (!(error instanceof client.ResponseBodyError)) return undefined
  return error.error === 'invalid_grant' ? 'code_rejected' : 'client_rejected'
}

export interface ProviderChecks {
  issuer: SingleSignOnFailure | null
  keys: SingleSignOnFailure | null
  client: SingleSignOnFailure | null
}

/** Checks what can be checked without a person: the document, the keys, and whether the client is known. */
export async function checkProvider(egress: Egress, settings: ProviderSettings): Promise<ProviderChecks> {
  try {
    const { client, configuration } = await configure(egress, settings)
    return {
      issuer: null,
      keys: await checkKeys(egress, configuration.serverMetadata().jwks_uri ?? ''),
      client: await checkClient(client, configuration),
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { issuer: error.failure, keys: 'skipped', client: 'skipped' }
  }
}

async function checkKeys(egress: Egress, jwks_uri: string): Promise<SingleSignOnFailure | null> {
  try {
    const reply = await guardedFetch(egress)(jwks_uri, {
      method: 'GET',
      headers: { accept: 'application/json' },
      body: undefined,
      redirect: 'manual',
    })
    // Arbitrary JSON.
    const { keys } = (await reply.json()) as { keys?: unknown }
    return Array.isArray(keys) && keys.length > 0 ? null : 'no_keys'
  } catch (error) {
    return failureOf(error, 'unreadable').failure
  }
}

/** A provider that knows the client rejects the code, and nothing else. */
async function checkClient(
  client: Awaited<ReturnType<typeof library>>,
  configuration: openid.Configuration,
): Promise<SingleSignOnFailure | null> {
  try {
    await client.genericGrantRequest(configuration, 'authorization_code', {
      code: 'test',
      redirect_uri: 'https://invalid.example/',
      code_verifier: client.randomPKCECodeVerifier(),
    })
    return null
  } catch (error) {
    const { failure } = failureOf(error, rejectionOf(client, error) ?? 'unreadable')
    return failure === 'code_rejected' ? null : failure
  }
}
