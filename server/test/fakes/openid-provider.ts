import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

interface Person {
  email?: string
  email_verified?: boolean
  name?: string
}
type Claims = Record<string, unknown>
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const client_id = 'ozvi'
const client_secret = randomBytes(16).toString('hex')
const callbackPath = '/auth/single-sign-on'

/**
 * A real OpenID provider, `oidc-provider`, with one client and one person at a time. Its page asks nothing but a
 * click. `fault` answers requests in its place, and `forge` changes its ID tokens, signed by its own key.
 */
export async function openidProvider() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { kid: 'key-1', use: 'sig', alg: 'RS256' }
  const sign = (claims: Claims, header: object = {}, signingKey = privateKey) => {
    const signed = `${base64({ alg: 'RS256', typ: 'JWT', kid: key.kid, ...header })}.${base64(claims)}`
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(signingKey).toString('base64url')}`
  }
  const state = {
    /** The person who signs in; identified by `subject`. */
    subject: 'eva',
    people: new Map<string, Person>(),
    /** Handles a request instead of the provider if it returns true. */
    fault: (_request: IncomingMessage, _response: ServerResponse): boolean => false,
    /** Changes an ID token; by default it is left as it is. */
    forge: undefined as ((claims: Claims) => string) | undefined,
    requests: [] as string[],
  }
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  // It listens on a port.
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`
  const issuer = `http://${host}`
  const provider = new Provider(issuer, {
    clients: [{ client_id, client_secret, redirect_uris: [`https://ozvi.example${callbackPath}`] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), ...key }] },
    cookies: { keys: ['a key of the tests'] },
    conformIdTokenClaims: false,
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...state.people.get(sub) }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  // The product listens on another port in each test.
  provider.Client.prototype.redirectUriAllowed = (uri) => URL.parse(uri)?.pathname === callbackPath
  provider.use(async (ctx, next) => {
    await next()
    if (!ctx.path.endsWith('/token') || !state.forge) return
    // The token endpoint's own answer.
    const body = ctx.body as { id_token?: string }
    const [, claims = ''] = body.id_token?.split('.') ?? []
    if (claims) body.id_token = state.forge(JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims)
  })
  const callback = provider.callback()
  http.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    state.requests.push(path.split('?')[0] ?? '')
    if (state.fault(request, response)) return
    if (!path.startsWith('/interaction/')) return void callback(request, response)
    if (request.method === 'POST')
      return void provider.interactionFinished(request, response, { login: { accountId: state.subject } })
    response.setHeader('content-type', 'text/html')
    response.end(
      `<html lang="en"><title>Provider</title><form method="post"><button>Continue</button></form>`,
    )
  })

  /** Follows the provider's redirects as a new browser, until it is sent back. */
  async function passThrough(url: string): Promise<URL> {
    const cookies = new Map<string, string>()
    let to = url
    let method = 'GET'
    for (let steps = 0; steps < 10; steps++) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const reply = await fetch(to, { method, redirect: 'manual', headers: { cookie } })
      for (const line of reply.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      const location = reply.headers.get('location')
      if (!location) {
        if (reply.status !== 200 || method === 'POST') throw new Error(`${to} answered ${reply.status}`)
        method = 'POST'
        continue
      }
      method = 'GET'
      to = new URL(location, to).href
      if (new URL(to).pathname === callbackPath) return new URL(to)
    }
    throw new Error('The provider redirects too often')
  }
  return Object.assign(state, {
    host,
    issuer,
    client_id,
    client_secret,
    sign,
    publicKey,
    passThrough,
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  })
}
