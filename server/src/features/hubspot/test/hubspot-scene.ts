import {
  authorizeHubspot,
  connectHubspot,
  getHubspot,
  startHubspotSync,
  tryHubspotSync,
} from '@ozvi/contract'
import { afterAll, beforeEach } from 'vitest'
import { fakeHubspot } from '../../../../test/fakes/hubspot.ts'
import { CrmStore } from '../../../../test/fakes/hubspot-objects.ts'
import { type Browser, testServer } from '../../../../test/server.ts'

type Server = Awaited<ReturnType<typeof testServer>>

/** A HubSpot account and a server of one test file. Each test starts with an empty account that works. */
export async function hubspotScene() {
  const hubspot = await fakeHubspot()
  const servers: Server[] = []
  async function startServer(environment: Record<string, string> = {}): Promise<Server> {
    const server = await testServer(environment, { isAnswering: false })
    servers.push(server)
    return server
  }
  const server = await startServer(hubspot.environment)
  afterAll(() => hubspot.types.assertDescribed(), 60_000)
  afterAll(async () => {
    for (const each of servers) await each[Symbol.asyncDispose]()
    await hubspot.stop()
  })
  beforeEach(() => {
    hubspot.fault = () => undefined
    hubspot.meanwhile = () => undefined
    hubspot.crm = new CrmStore()
    hubspot.owners = []
    hubspot.calls.length = 0
  })

  /** Agrees on HubSpot's authorization page, without returning to the product. */
  async function authorize(browser: Browser, integration_id: string) {
    const { url } = await browser.call(authorizeHubspot, { integration_id })
    const { searchParams } = hubspot.grant(url)
    return { url, code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' }
  }
  /** A workspace that is connected with the account, and its runs. */
  async function connected(on: Server = server) {
    const created = await on.seed.integration()
    const { browser, integration_id } = created
    const { code, state } = await authorize(browser, integration_id)
    await browser.call(connectHubspot, { integration_id, code, state })
    const reconnect = async () => {
      const again = await authorize(browser, integration_id)
      await browser.call(connectHubspot, { integration_id, code: again.code, state: again.state })
    }
    return { ...created, reconnect, ...runsOf(on, browser, integration_id) }
  }
  return {
    hubspot,
    server,
    /** Another server, without HubSpot. */
    startBare: () => startServer(),
    /** Another server, with HubSpot and plans. */
    startBilled: () =>
      startServer({
        ...hubspot.environment,
        STRIPE_SECRET_KEY: 'sk_test_12345678',
        STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
      }),
    authorize,
    connected,
  }
}

function runsOf(server: Server, browser: Browser, integration_id: string) {
  const state = () => browser.call(getHubspot, { integration_id })
  const ended = () =>
    server.eventually(async () => {
      const { sync } = await state()
      return sync && sync.status !== 'running' ? sync : undefined
    })
  return {
    state,
    ended,
    async dryRun() {
      await browser.call(tryHubspotSync, { integration_id })
      return ended()
    },
    async sync() {
      await browser.call(startHubspotSync, { integration_id })
      return ended()
    },
    /** Contacts as an import creates them: their addresses count as verified. */
    importContacts: (contacts: { name: string; email: string; phone?: string }[]) =>
      server.ctx.transaction((tx) =>
        tx
          .insertInto('contact')
          .values(
            contacts.map((contact) => ({
              ...contact,
              integration_id,
              kind: 'lead' as const,
              import_file: 'list.csv',
            })),
          )
          .returning(['id', 'name', 'email'])
          .execute(),
      ),
    contacts: () =>
      server.ctx.db
        .selectFrom('contact')
        .where('integration_id', '=', integration_id)
        .select(['id', 'name', 'email', 'phone', 'company', 'owner_id', 'fields'])
        .orderBy('email')
        .execute(),
  }
}
