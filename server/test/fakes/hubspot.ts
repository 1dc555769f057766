import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Signature } from '@hubspot/api-client'
import { contactProperties, CrmError, CrmStore, type CrmObject } from './hubspot-objects.ts'
import { hubspotPage } from './hubspot-pages.ts'
import { HubspotTypes } from './hubspot-types.ts'
import { readBody, sendPage } from './page.ts'

export interface HubspotCall {
  method: string
  path: string
  body: unknown
  status: number
  /** Milliseconds since the epoch. */
  at: number
}
/** A response in place of the usual one, such as 429 with `retry-after`. */
export interface Fault {
  status: number
  headers?: Record<string, string>
  body?: object
  /** Does what was asked before it fails, as a server that dies after the work. */
  is_late?: boolean
}

const client = { client_id: 'fake-client', client_secret: 'fake-secret' }
const token_s = 1800
const hub_id = 4711

/** A HubSpot account with the API that the product uses. State outlives `restart`. */
export class FakeHubspot {
  crm = new CrmStore()
  owners: { id: string; email: string; firstName: string; lastName: string }[] = []
  calls: HubspotCall[] = []
  /** Compares requests and answers with the types of HubSpot's client. */
  types = new HubspotTypes()
  /** Decides whether a request fails. */
  fault: (method: string, path: string) => Fault | undefined = () => undefined
  /** What happens after a request was carried out and before its answer is sent. */
  meanwhile: (method: string, path: string) => Promise<void> | undefined = () => undefined
  /** Refresh tokens that are valid. */
  refreshTokens = new Set<string>()
  accessTokens = new Set<string>()
  refreshes = 0
  url = ''
  /** Where changes made on the account's page are announced; nowhere if it is empty. */
  webhook_url = ''
  /** The refresh token that the next authorization returns, in place of a new one. */
  nextRefreshToken: string | undefined
  /** Keyed by refresh and access token. */
  #scopes = new Map<string, string[]>()
  /** The refresh token of an access token. */
  #refreshTokenOf = new Map<string, string>()
  #codes = new Map<string, { redirect_uri: string; scopes: string[] }>()
  #server = this.#listener()
  #port = 0

  #listener() {
    return createServer((request, reply) => void this.#respond(request, reply))
  }
  async start(port = 0): Promise<this> {
    await new Promise<void>((done) => this.#server.listen(port || this.#port, '127.0.0.1', done))
    this.#port = (this.#server.address() as AddressInfo).port // it listens on TCP
    this.url = `http://127.0.0.1:${this.#port}`
    return this
  }
  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }
  /** Cuts all connections and starts again on the same port. */
  async restart(): Promise<void> {
    await this.stop()
    this.#server = this.#listener()
    await this.start()
  }
  /** Settings of a server that uses this account. */
  get environment(): Record<string, string> {
    return {
      HUBSPOT_CLIENT_ID: client.client_id,
      HUBSPOT_CLIENT_SECRET: client.client_secret,
      HUBSPOT_API_URL: this.url,
      HUBSPOT_APP_URL: this.url,
    }
  }
  get client_secret(): string {
    return client.client_secret
  }
  /** What the authorization page does when a person agrees. @returns the address that they are sent to */
  grant(authorization_url: string): URL {
    const { searchParams } = new URL(authorization_url)
    const redirect_uri = searchParams.get('redirect_uri') ?? ''
    const code = randomUUID()
    this.#codes.set(code, {
      redirect_uri,
      scopes: `${searchParams.get('scope') ?? ''} ${searchParams.get('optional_scope') ?? ''}`
        .trim()
        .split(' '),
    })
    const target = new URL(redirect_uri)
    target.searchParams.set('code', code)
    target.searchParams.set('state', searchParams.get('state') ?? '')
    return target
  }
  /** The person ends the connection in HubSpot. */
  revokeAll(): void {
    this.refreshTokens.clear()
    this.accessTokens.clear()
  }

  /** A request with events, as HubSpot signs and sends it. */
  delivery(
    url: string,
    events: object[],
    { timestamp = Date.now(), secret = client.client_secret }: { timestamp?: number; secret?: string } = {},
  ): { body: string; headers: Record<string, string> } {
    const body = JSON.stringify(
      events.map((event, n) => ({
        eventId: n + 1,
        subscriptionId: 1,
        portalId: hub_id,
        appId: 1,
        occurredAt: timestamp,
        attemptNumber: 0,
        changeSource: 'CRM_UI',
        ...event,
      })),
    )
    const signature = Signature.getSignature('POST', 'v3', {
      url,
      requestBody: body,
      timestamp,
      clientSecret: secret,
      signature: '',
    })
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'x-hubspot-signature-v3': signature,
        'x-hubspot-request-timestamp': String(timestamp),
      },
    }
  }

  async #respond(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const text = await readBody(request)
    const url = new URL(request.url ?? '/', this.url)
    const page = await hubspotPage(this, url, text)
    if (page) return sendPage(reply, page)
    this.#answer(request, reply, url, text)
  }
  #answer(request: IncomingMessage, reply: ServerResponse, url: URL, text: string): void {
    const method = request.method ?? 'GET'
    const send = (status: number, body?: unknown, headers: Record<string, string> = {}) => {
      this.calls.push({ method, path: url.pathname, body: text, status, at: Date.now() })
      reply
        .writeHead(status, { 'content-type': 'application/json;charset=utf-8', ...headers })
        .end(body === undefined ? undefined : JSON.stringify(body))
    }
    const fault = this.fault(method, url.pathname)
    if (fault && !fault.is_late) return send(fault.status, fault.body ?? {}, fault.headers)
    try {
      const [status, body] = url.pathname.startsWith('/oauth/')
        ? this.#oauth(method, url, text)
        : this.#api(request, method, url, text)
      this.types.addCall(method, url.pathname, text, status, body)
      if (fault) return send(fault.status, fault.body ?? {}, fault.headers)
      const happening = this.meanwhile(method, url.pathname)
      if (happening) return void happening.then(() => send(status, body))
      return send(status, body)
    } catch (error) {
      if (!(error instanceof CrmError)) throw error
      const { status, category, message } = error
      const body = { status: 'error', category, message, correlationId: randomUUID() }
      this.types.addCall(method, url.pathname, text, status, body)
      return send(status, body)
    }
  }
  #oauth(method: string, url: URL, text: string): [number, unknown] {
    const [, , , kind, token = ''] = url.pathname.split('/')
    if (method === 'POST' && kind === 'token') return this.#token(new URLSearchParams(text))
    if (method === 'DELETE' && kind === 'refresh-tokens') {
      const revoked = decodeURIComponent(token)
      if (!this.refreshTokens.delete(revoked)) return [404, { status: 'error', message: 'token not found' }]
      for (const each of this.accessTokens)
        if (this.#refreshTokenOf.get(each) === revoked) this.accessTokens.delete(each)
      return [204, undefined]
    }
    if (method === 'GET' && kind === 'access-tokens') {
      if (!this.accessTokens.has(token)) return [404, { status: 'error', message: 'token not found' }]
      return [
        200,
        {
          token,
          user: 'eva@shop.example',
          hub_domain: 'shop.example',
          hub_id,
          app_id: 1,
          user_id: 1,
          expires_in: token_s,
          token_type: 'access',
          scopes: this.#scopes.get(token) ?? [],
        },
      ]
    }
    return [404, { status: 'error' }]
  }
  #token(form: URLSearchParams): [number, unknown] {
    const errorReply = (status: string): [number, unknown] => [400, { status, message: status }]
    if (form.get('client_id') !== client.client_id) return errorReply('BAD_CLIENT_ID')
    if (form.get('client_secret') !== client.client_secret) return errorReply('BAD_CLIENT_SECRET')
    let refresh_token = form.get('refresh_token') ?? ''
    if (form.get('grant_type') === 'authorization_code') {
      const code = form.get('code') ?? ''
      const granted = this.#codes.get(code)
      this.#codes.delete(code)
      if (!granted) return errorReply('BAD_AUTH_CODE')
      if (granted.redirect_uri !== form.get('redirect_uri')) return errorReply('BAD_REDIRECT_URI')
      refresh_token = this.nextRefreshToken ?? randomUUID()
      this.nextRefreshToken = undefined
      this.refreshTokens.add(refresh_token)
      this.#scopes.set(refresh_token, granted.scopes)
    } else {
      if (!this.refreshTokens.has(refresh_token)) return errorReply('BAD_REFRESH_TOKEN')
      this.refreshes++
    }
    const access_token = randomUUID()
    this.accessTokens.add(access_token)
    this.#refreshTokenOf.set(access_token, refresh_token)
    this.#scopes.set(access_token, this.#scopes.get(refresh_token) ?? [])
    return [200, { token_type: 'bearer', refresh_token, access_token, expires_in: token_s }]
  }
  #api(request: IncomingMessage, method: string, url: URL, text: string): [number, unknown] {
    const token = (request.headers.authorization ?? '').replace('Bearer ', '')
    if (!this.accessTokens.has(token))
      throw new CrmError(401, 'EXPIRED_AUTHENTICATION', 'The OAuth token used to make this call expired')
    const [, , version, area = '', type = '', id = '', action = '', to = ''] = url.pathname.split('/')
    const isTickets = type === 'tickets' || to === 'tickets'
    if (isTickets && !this.#scopes.get(token)?.includes('tickets'))
      throw new CrmError(403, 'MISSING_SCOPES', 'This app hasn’t been granted the scope "tickets"')
    if (version === 'v4' && action === 'associations')
      return [
        200,
        {
          results: this.crm.associated(id, to).map((toObjectId) => ({ toObjectId, associationTypes: [] })),
        },
      ]
    if (area === 'pipelines') return [200, { results: [ticketPipeline] }]
    if (area === 'owners')
      return [
        200,
        {
          results: this.owners.map((owner) => ({
            ...owner,
            type: 'PERSON',
            archived: false,
            createdAt: new Date(),
            updatedAt: new Date(),
          })),
        },
      ]
    if (area === 'properties') return [200, { results: contactProperties.map(propertyReply) }]
    if (area !== 'objects') throw new CrmError(404, 'NOT_FOUND', url.pathname)
    // The client writes JSON.
    const body = (text ? JSON.parse(text) : {}) as Parameters<CrmStore['search']>[1] & {
      inputs: { id?: string; properties?: Record<string, string> }[]
      idProperty?: string
    }
    const shape = shaper(
      body.properties ?? url.searchParams.getAll('properties').flatMap((each) => each.split(',')),
    )
    if (id === 'batch') return this.#batch(type, action, body, shape)
    if (id === 'search') {
      const { total, results, next } = this.crm.search(type, body)
      return [200, { total, results: results.map(shape), ...paging(next) }]
    }
    if (method === 'POST') {
      const created = this.crm.create(type, body as object)
      return [201, { ...created }]
    }
    if (method === 'PATCH')
      return [
        200,
        this.crm.update(type, id, (body as unknown as CrmObject).properties as Record<string, string>),
      ]
    if (method === 'DELETE') {
      this.crm.archive(type, id)
      return [204, undefined]
    }
    if (id) return [200, shape(this.crm.get(type, id))]
    const { results, next } = this.crm.page(
      type,
      Number(url.searchParams.get('limit') ?? 10),
      url.searchParams.get('after') ?? undefined,
    )
    return [200, { results: results.map(shape), ...paging(next) }]
  }
  #batch(
    type: string,
    action: string,
    { inputs, idProperty }: { inputs: { id?: string }[]; idProperty?: string },
    shape: (object: CrmObject) => object,
  ): [number, unknown] {
    const at = new Date().toISOString()
    const done = (results: object[]) => ({ status: 'COMPLETE', results, startedAt: at, completedAt: at })
    if (action === 'create') return [201, done(this.crm.batchCreate(type, inputs))]
    if (action === 'update') return [200, done(this.crm.batchUpdate(type, inputs))]
    if (action === 'archive') {
      for (const { id = '' } of inputs) this.crm.archive(type, id)
      return [204, undefined]
    }
    const { found, missing } = this.crm.batchRead(type, inputs, idProperty)
    if (missing.length === 0) return [200, done(found.map(shape))]
    const errors = [
      {
        status: 'error',
        category: 'OBJECT_NOT_FOUND',
        message: 'Could not get some objects',
        context: { ids: missing },
        errors: [],
        links: {},
      },
    ]
    return [207, { ...done(found.map(shape)), numErrors: 1, errors }]
  }
}

const stageOf = (id: string, label: string, displayOrder: number, ticketState: 'OPEN' | 'CLOSED') => ({
  id,
  label,
  displayOrder,
  archived: false,
  createdAt: new Date(),
  updatedAt: new Date(),
  metadata: { ticketState, isClosed: String(ticketState === 'CLOSED') },
})
const ticketPipeline = {
  id: '0',
  label: 'Support pipeline',
  displayOrder: 0,
  archived: false,
  createdAt: new Date(),
  updatedAt: new Date(),
  stages: [
    stageOf('4', 'Closed', 3, 'CLOSED'),
    stageOf('1', 'New', 0, 'OPEN'),
    stageOf('2', 'Waiting on contact', 1, 'OPEN'),
  ],
}
const paging = (next: string | undefined) => (next ? { paging: { next: { after: next } } } : {})
/** Only the properties asked for, and those that HubSpot always returns. */
const shaper = (names: readonly string[]) => (object: CrmObject) => ({
  ...object,
  properties: Object.fromEntries(
    [...new Set([...names, 'createdate', 'lastmodifieddate', 'hs_object_id'])].map((name) => [
      name,
      object.properties[name] ?? null,
    ]),
  ),
})
const propertyReply = ({
  name,
  label,
  type,
  is_read_only = false,
  options = [],
  optionLabels = {},
  referencedObjectType,
}: (typeof contactProperties)[number]) => ({
  name,
  label,
  type,
  fieldType: type === 'enumeration' ? 'select' : 'text',
  description: '',
  groupName: 'contactinformation',
  options: options.map((value, displayOrder) => ({
    label: optionLabels[value] ?? value,
    value,
    displayOrder,
    hidden: false,
  })),
  ...(referencedObjectType ? { referencedObjectType } : {}),
  displayOrder: -1,
  calculated: false,
  externalOptions: false,
  hasUniqueValue: false,
  hidden: false,
  formField: true,
  modificationMetadata: {
    archivable: true,
    readOnlyDefinition: true,
    readOnlyValue: is_read_only,
  },
})

export const fakeHubspot = () => new FakeHubspot().start()
