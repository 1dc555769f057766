import type { BrowserContext } from 'playwright-core'
import { fakeHubspot } from '../server/test/fakes/hubspot.ts'
import { fakeStripe } from '../server/test/fakes/stripe.ts'
import { fakeVies } from '../server/test/fakes/vies.ts'
import type { AppServer } from './app-server.ts'
import type { Screen } from './screens.ts'
import { serveSite } from './site/serve.ts'
import { callerIn, createTestUser } from './test-user.ts'

/*
 * Screens in states that a new workspace doesn't have: a paid plan in each state, HubSpot, an imported website,
 * tests with results, and pages whose API calls fail or take long.
 */

/** The services behind these states. */
export async function startServices() {
  const [hubspot, stripe, vies, site] = await Promise.all([
    fakeHubspot(),
    fakeStripe(),
    fakeVies(),
    serveSite(),
  ])
  const hosts = [hubspot.environment, stripe.environment, vies.environment].map(
    (each) => each['EGRESS_ALLOW'],
  )
  return {
    hubspot,
    stripe,
    site,
    environment: {
      ...hubspot.environment,
      ...stripe.environment,
      ...vies.environment,
      EGRESS_ALLOW: [...hosts, site.host].filter(Boolean).join(','),
    },
    stop: () => Promise.all([hubspot.stop(), stripe.close(), vies.close(), site.close()]),
  }
}
type Services = Awaited<ReturnType<typeof startServices>>

const poll_ms = 200
const timeout_ms = 120_000
/** Loads until the condition is met. */
async function until<T>(read: () => Promise<T>, isWanted: (value: T) => boolean): Promise<T> {
  const end_ms = Date.now() + timeout_ms
  for (;;) {
    const value = await read()
    if (isWanted(value)) return value
    if (Date.now() > end_ms) throw new Error(`still ${JSON.stringify(value)}`)
    await new Promise((resolve) => setTimeout(resolve, poll_ms))
  }
}

/** A separate workspace, and API calls as its member. */
async function openWorkspace(appServer: AppServer, context: BrowserContext, services: Services) {
  const id = await createTestUser(appServer, context)
  const call = callerIn(appServer, context)
  const base = `/api/integration/${id}`
  return {
    appServer,
    services,
    base,
    call,
    async read<T>(path: string): Promise<T> {
      const headers = { accept: 'application/json' }
      const reply = await context.request.get(appServer.origin + base + path, { headers })
      // Returned by every call of the contract.
      return ((await reply.json()) as { data: T }).data
    },
    /** Calls a route that returns the URL of another page. */
    async urlOf(path: string, input: object): Promise<string> {
      const { data } = await call('POST', base + path, input)
      // As above.
      return (data as unknown as { url: string }).url
    },
    at: (name: string, rest: string, more: Partial<Screen> = {}): Screen => ({
      name,
      path: `/app/i/${id}${rest}`,
      is_guest: false,
      ...more,
    }),
  }
}
type Workspace = Awaited<ReturnType<typeof openWorkspace>>

/** An imported website, and tests of its answers. */
async function contentStates({ base, call, read, at, services: { site } }: Workspace): Promise<Screen[]> {
  await call('PUT', base, { url: site.origin })
  const id = crypto.randomUUID()
  await call('POST', `${base}/data-source/website`, { id, start_url: `${site.origin}/sk/`, pages_max: 12 })
  const find = () => read<{ last_run_at: string | null }>(`/data-source/${id}`)
  await until(find, ({ last_run_at }) => last_run_at !== null)
  for (const [question, expected_text] of [
    ['Ako dlho trvá doručenie?', 'dni'],
    ['Predávate lietadlá?', 'áno'],
  ])
    await call('PUT', `${base}/answer-test/${crypto.randomUUID()}`, { question, locale: 'sk', expected_text })
  await call('POST', `${base}/answer-test-run`, {})
  await until(
    () => read<{ status: string }[]>('/answer-test-run'),
    (runs) => runs.length > 0 && runs.every(({ status }) => status !== 'running'),
  )
  return [at('page tree', `/settings/data-sources/${id}`), at('test results', '/settings/answer-tests')]
}

/** HubSpot connected, with an imported contact, and disconnected by HubSpot. */
async function hubspotStates(workspace: Workspace): Promise<Screen[]> {
  const { base, call, read, at, urlOf } = workspace
  const { hubspot } = workspace.services
  const email = `ada-${crypto.randomUUID()}@shop.example`
  hubspot.crm.create('contacts', {
    properties: {
      email,
      firstname: 'Ada',
      lastname: 'Byron',
      phone: '905123456',
      lifecyclestage: 'customer',
    },
  })
  const back = hubspot.grant(await urlOf('/hubspot/authorization', {}))
  await call('POST', `${base}/hubspot/connection`, Object.fromEntries(back.searchParams))
  await call('PUT', `${base}/hubspot/properties`, { properties: ['lifecyclestage'] })
  async function run(kind: 'dry-run' | 'sync') {
    await call('POST', `${base}/hubspot/${kind}`, {})
    await until(
      () => read<{ sync: { status: string } | null }>('/hubspot'),
      ({ sync }) => sync !== null && sync.status !== 'running',
    )
  }
  await run('dry-run')
  await run('sync')
  const contacts = await read<{ items: { id: string }[] }>(`/contact?search=${email}&time_zone=UTC`)
  return [
    at('hubspot connected', '/settings/hubspot'),
    at('contact of hubspot', `/contacts/${contacts.items[0]?.id}`),
    at('hubspot revoked', '/settings/hubspot', {
      before() {
        hubspot.revokeAll()
        return run('sync')
      },
    }),
  ]
}

/** A plan that is paid, then unpaid, then paid and canceled. */
async function billingStates({ appServer, services, base, call, urlOf, at }: Workspace): Promise<Screen[]> {
  const { stripe } = services
  stripe.state.webhook_url = `${appServer.origin}/api/stripe/webhook`
  await call('PUT', `${base}/billing/details`, {
    company: 'Green Bean s. r. o.',
    line1: 'Hlavná 1',
    line2: '',
    city: 'Bratislava',
    postal_code: '811 01',
    country: 'SK',
    vat_id: 'SK2020304050',
  })
  const url = await urlOf('/billing/checkout', { plan: 'business', period: 'month', extra_seats: 0 })
  const { id: subscription } = stripe.pay(url)
  await stripe.deliver()
  const billing = '/settings/billing'
  return [
    at('billing paid', billing),
    at('billing past due', billing, {
      before() {
        stripe.state.declines = true
        stripe.renew(subscription)
        return stripe.deliver()
      },
    }),
    at('billing canceled', billing, {
      async before() {
        stripe.state.declines = false
        stripe.settle(subscription)
        await stripe.deliver()
        await call('POST', `${base}/billing/cancel`, {})
      },
    }),
  ]
}

const withoutApi = ({ at }: Workspace, api: 'fails' | 'hangs'): Screen[] =>
  Object.entries({
    dashboard: '',
    reports: '/reports',
    team: '/settings/team',
    inbox: '/conversation',
    conversation: `/conversation/${crypto.randomUUID()}`,
    contacts: '/contacts',
    scenario: `/scenario/${crypto.randomUUID()}`,
    tags: '/settings/tags',
    'data sources': '/settings/data-sources',
  }).map(([name, rest]) => at(`${name} that ${api}`, rest, { api }))

/** @returns the screens of a new workspace in these states, in the order to open them */
export async function seedStates(
  appServer: AppServer,
  context: BrowserContext,
  services: Services,
): Promise<Screen[]> {
  const workspace = await openWorkspace(appServer, context, services)
  return [
    ...(await contentStates(workspace)),
    ...(await hubspotStates(workspace)),
    ...(await billingStates(workspace)),
    ...withoutApi(workspace, 'fails'),
    ...withoutApi(workspace, 'hangs'),
  ]
}
