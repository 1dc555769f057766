import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Socket } from 'node:net'
import type { Client } from '@hubspot/api-client'
import type { HubspotApp } from '#platform/context/config.ts'

/**
 * Why a request failed.
 *
 * `rate_limited` 429 · `token_expired` 401 · `revoked` the refresh token or code isn't accepted · `unavailable`
 * 5xx, no connection or too slow · `conflict` 409: the object exists · `rejected` another 4xx
 */
export type HubspotFailure =
  | 'rate_limited'
  | 'token_expired'
  | 'revoked'
  | 'unavailable'
  | 'conflict'
  | 'rejected'

export class HubspotError extends Error {
  override name = 'HubspotError'
  failure: HubspotFailure
  /** Whole seconds, with `rate_limited`. */
  retry_after_s: number
  constructor(failure: HubspotFailure, message: string, retry_after_s = 0) {
    super(`hubspot: ${message}`)
    this.failure = failure
    this.retry_after_s = retry_after_s
  }
}

export interface Tokens {
  access_token: string
  refresh_token: string
  expires_in_s: number
}
export interface HubspotAccount {
  hub_id: string
  account: string
  scopes: string[]
}

/** What the product reads and writes. */
const scopes = [
  'oauth',
  'crm.objects.contacts.read',
  'crm.objects.contacts.write',
  'crm.schemas.contacts.read',
  'crm.objects.companies.read',
  'crm.objects.owners.read',
]
/** Asked for only if a workspace wants tickets. */
export const ticketScope = 'tickets'
const idle_timeout_ms = 30_000
const retry_after_default_s = 10

/**
 * An agent that connects to one origin only. The client follows no redirects with an agent, so a token never
 * reaches another host.
 */
function originAgent(origin: string): HttpAgent | HttpsAgent {
  const { hostname, port, protocol } = new URL(origin)
  const isSecure = protocol === 'https:'
  const agent = isSecure
    ? new HttpsAgent({ keepAlive: true, maxSockets: 6 })
    : new HttpAgent({ keepAlive: true, maxSockets: 6 })
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, callback) => {
    const to = options as { host?: string; port?: number | string } // of a request over TCP
    if (to.host !== hostname || Number(to.port) !== (Number(port) || (isSecure ? 443 : 80)))
      throw new HubspotError('rejected', 'a request to another host was blocked')
    const socket = connect(options, callback)
    if (socket instanceof Socket)
      socket.setTimeout(idle_timeout_ms, () => socket.destroy(new Error('timeout')))
    return socket
  }
  return agent
}

interface ApiFailure {
  code: number
  body?: { status?: unknown; message?: unknown } | null
  headers?: Record<string, string>
}
const isApiFailure = (error: unknown): error is ApiFailure =>
  error instanceof Error && 'code' in error && typeof error.code === 'number'

const revokedStatuses = new Set(['BAD_REFRESH_TOKEN', 'BAD_AUTH_CODE', 'BAD_CLIENT_ID', 'BAD_CLIENT_SECRET'])

/** Converts an error of the client, which has the status, the body and the headers of the response. */
function failureOf(error: unknown): HubspotError {
  if (error instanceof HubspotError) return error
  if (!isApiFailure(error)) return new HubspotError('unavailable', String(error))
  const { code, body, headers } = error
  const status = typeof body?.status === 'string' ? body.status : ''
  const message = `${code} ${status}`
  if (code === 429) {
    const seconds = Math.ceil(Number(headers?.['retry-after'] ?? retry_after_default_s))
    const retry_after_s = Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 24 * 60 * 60) : 60
    return new HubspotError('rate_limited', message, retry_after_s)
  }
  if (revokedStatuses.has(status)) return new HubspotError('revoked', message)
  if (code === 401) return new HubspotError('token_expired', message)
  if (code === 409) return new HubspotError('conflict', message)
  return new HubspotError(code >= 500 ? 'unavailable' : 'rejected', message)
}

/** Runs a request of the client. @throws HubspotError */
export async function request<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw failureOf(error)
  }
}

const tokensOf = (reply: { accessToken: string; refreshToken?: string; expiresIn: number }): Tokens => ({
  access_token: reply.accessToken,
  refresh_token: reply.refreshToken ?? '',
  expires_in_s: reply.expiresIn,
})

export type HubspotClient = ReturnType<typeof createHubspotClient>
/** Runs a request with a workspace's client. */
export type RunRequest = <T>(work: (opened: Client) => Promise<T>) => Promise<T>

/** HubSpot's official client, limited to the configured server. Every method throws `HubspotError`. */
export function createHubspotClient(app: HubspotApp) {
  const agent = originAgent(app.api_url)
  /** Loaded with the first request: most installations aren't connected. */
  async function open(accessToken?: string): Promise<Client> {
    const { Client } = await import('@hubspot/api-client')
    return new Client({
      basePath: app.api_url,
      httpAgent: agent,
      numberOfApiCallRetries: 0,
      ...(accessToken ? { accessToken } : {}),
    })
  }
  return {
    /** The client with a workspace's token; its requests run in `request`. */
    open,
    async authorizationUrl(
      redirect_uri: string,
      state: string,
      { wantsTickets }: { wantsTickets: boolean },
    ): Promise<string> {
      const client = await open()
      const url = client.oauth.getAuthorizationUrl(
        app.client_id,
        redirect_uri,
        scopes.join(' '),
        // Optional: an account without the Service Hub can still connect.
        wantsTickets ? ticketScope : undefined,
        state,
      )
      const { pathname, search } = new URL(url)
      return `${app.app_url}${pathname}${search}`
    },
    exchange: (code: string, redirect_uri: string): Promise<Tokens> =>
      request(async () => {
        const { tokensApi } = (await open()).oauth
        const { client_id, client_secret } = app
        return tokensOf(
          await tokensApi.create('authorization_code', code, redirect_uri, client_id, client_secret),
        )
      }),
    refresh: (refresh_token: string): Promise<Tokens> =>
      request(async () => {
        const { tokensApi } = (await open()).oauth
        const { client_id, client_secret } = app
        const reply = await tokensApi.create(
          'refresh_token',
          undefined,
          undefined,
          client_id,
          client_secret,
          refresh_token,
        )
        const tokens = tokensOf(reply)
        return { ...tokens, refresh_token: tokens.refresh_token || refresh_token }
      }),
    revoke: (refresh_token: string): Promise<void> =>
      request(async () => {
        await (await open()).oauth.refreshTokensApi.archive(refresh_token)
      }),
    describe: (access_token: string): Promise<HubspotAccount> =>
      request(async () => {
        const info = await (await open(access_token)).oauth.accessTokensApi.get(access_token)
        return {
          hub_id: String(info.hubId),
          account: info.hubDomain || String(info.hubId),
          scopes: info.scopes,
        }
      }),
    close: () => agent.destroy(),
  }
}
