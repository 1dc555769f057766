import {
  createWebsiteSource,
  type DataSourceItem,
  getDataSource,
  listDataSourceItems,
  syncDataSource,
} from '@ozvi/contract'
import { testServer } from '../../../../test/server.ts'
import { fakeSite } from '../../../../test/fake-site.ts'

/** A server, a website that it may read, and what tests of sources ask again and again. */
export async function library() {
  const site = await fakeSite()
  // Under its other name the same site is another host.
  const elsewhere = site.host.replace('127.0.0.1', 'localhost')
  const server = await testServer({ EGRESS_ALLOW: `${site.host},${elsewhere}` })
  const id = (): string => crypto.randomUUID()
  const workspace = () => server.seed.integration({ url: site.origin })
  type Workspace = Awaited<ReturnType<typeof workspace>>

  /** Waits until nothing is being read any more. */
  const settled = ({ browser, integration_id }: Workspace, source_id: string) =>
    server.eventually(async () => {
      const source = await browser.call(getDataSource, { integration_id, source_id })
      return ['queued', 'fetching', 'indexing', 'deleting'].includes(source.status) ? undefined : source
    })
  async function itemsOf({ browser, integration_id }: Workspace, source_id: string) {
    const row: DataSourceItem[] = []
    let cursor: string | undefined
    do {
      const key = { integration_id, source_id, limit: 200, ...(cursor ? { cursor } : {}) }
      const { items, next } = await browser.call(listDataSourceItems, key)
      row.push(...items)
      cursor = next ?? undefined
    } while (cursor)
    return row
  }

  return {
    site,
    server,
    id,
    workspace,
    settled,
    itemsOf,
    async readWebsite(
      workspace: Workspace,
      config: { start_url?: string; depth?: number; pages_max?: number } = {},
    ) {
      const { browser, integration_id } = workspace
      const start_url = `${site.origin}/`
      const source = await browser.call(createWebsiteSource, {
        integration_id,
        id: id(),
        start_url,
        ...config,
      })
      return settled(workspace, source.id)
    },
    async readAgain(workspace: Workspace, source_id: string) {
      await workspace.browser.call(syncDataSource, { integration_id: workspace.integration_id, source_id })
      return settled(workspace, source_id)
    },
    /** One line an item: status, path, reason. */
    async listed(workspace: Workspace, source_id: string) {
      return (await itemsOf(workspace, source_id)).map(
        ({ status, url, reason }) =>
          `${status} ${url?.replace(site.origin, '')}${reason ? ` ${reason}` : ''}`,
      )
    },
    /** Passages that the assistant may find. */
    async findable({ integration_id }: Workspace, source_id: string) {
      const passages = await server.ctx.db
        .selectFrom('passage')
        .where('integration_id', '=', integration_id)
        .where('source_id', '=', source_id)
        .where('is_hidden', '=', false)
        .select('text')
        .orderBy('id')
        .execute()
      return passages.map(({ text }) => text)
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      site.close()
    },
  }
}

/** Code and fields of the problem that a call is rejected with. */
export const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no problem',
    (problem: { code: string; errors?: object }) => ({
      code: problem.code,
      ...(problem.errors ? { fields: Object.keys(problem.errors) } : {}),
    }),
  )
