import {
  authorizeHubspot,
  connectHubspot,
  getHubspot,
  startHubspotSync,
  tryHubspotSync,
} from '@ozvi/contract'
import type { FakeHubspot } from '../../../../test/fakes/hubspot.ts'
import type { Browser, testServer } from '../../../../test/server.ts'

type Server = Awaited<ReturnType<typeof testServer>>

/** A workspace that is connected with the fake account, and its runs. */
export async function connectedWorkspace(server: Server, hubspot: FakeHubspot) {
  const created = await server.seed.integration()
  const { browser, integration_id } = created
  const { url } = await browser.call(authorizeHubspot, { integration_id })
  const { searchParams } = hubspot.grant(url)
  await browser.call(connectHubspot, {
    integration_id,
    code: searchParams.get('code') ?? '',
    state: searchParams.get('state') ?? '',
  })
  return { ...created, ...runsOf(server, browser, integration_id) }
}

export function runsOf(server: Server, browser: Browser, integration_id: string) {
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
