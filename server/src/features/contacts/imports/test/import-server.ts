import {
  type ContactImport,
  type ImportDraft,
  type ImportPlan,
  importErrorsPath,
  type Input,
  listContactImports,
  listContacts,
  startContactImport,
  uploadContactImport,
} from '@ozvi/contract'
import { vi } from 'vitest'
import { type Browser, testServer } from '../../../../../test/server.ts'

/** Uploads a file as a browser does. */
async function send(who: Browser, integration_id: string, content: string | Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  form.set('file', new File([content], 'people.csv'))
  const body = new Response(form)
  const reply = await who.request(
    'POST',
    uploadContactImport.path.replace(':integration_id', integration_id),
    Buffer.from(await body.arrayBuffer()),
    { 'content-type': body.headers.get('content-type') ?? '' },
  )
  return {
    status: reply.statusCode,
    ...(reply.json() as { data: ImportDraft; errors?: Record<string, string[]> }),
  }
}

/** Checked before each batch, so exactly the first one is imported. */
export function stopAfterOneBatch(): AbortSignal {
  const stop = new AbortController()
  vi.spyOn(stop.signal, 'throwIfAborted').mockImplementationOnce(() => stop.abort())
  return stop.signal
}

/** A server with workspaces that import contacts. */
export async function importServer() {
  const server = await testServer({}, { isAnswering: false })

  async function workspace() {
    const created = await server.seed.integration()
    const { browser, integration_id } = created
    const at = (import_id: string) => ({ integration_id, import_id })
    const getImport = async (import_id: string) =>
      (await browser.call(listContactImports, { integration_id })).find(({ id }) => id === import_id)
    const until = (import_id: string, status: ContactImport['status']) =>
      server.eventually(async () => {
        const row = await getImport(import_id)
        return row?.status === status ? row : undefined
      })
    type Plan = Pick<Input<typeof startContactImport>, 'columns' | 'match_by' | 'on_existing' | 'has_header'>
    return {
      ...created,
      at,
      until,
      upload: (content: string | Uint8Array<ArrayBuffer>) => send(browser, integration_id, content),
      /** Uploads, starts with the suggested columns, and waits. */
      async run(content: string | Uint8Array<ArrayBuffer>, plan: Partial<Plan> = {}) {
        const { data } = await send(browser, integration_id, content)
        await browser.call(startContactImport, {
          ...at(data.import.id),
          columns: data.columns.map(({ guess }) => guess),
          match_by: 'email',
          on_existing: 'update',
          ...plan,
        })
        return until(data.import.id, 'done')
      },
      people: async () => (await browser.call(listContacts, { integration_id, sort: 'name' })).items,
      errors: async (import_id: string) =>
        (await browser.request('GET', importErrorsPath(integration_id, import_id))).body,
    }
  }

  /** Starts an import without its job. */
  const setRunning = ({ import_id }: { import_id: string }, plan: ImportPlan) =>
    server.ctx.transaction((tx) =>
      tx
        .updateTable('contact_import')
        .set({ status: 'running', plan: JSON.stringify(plan) })
        .where('id', '=', import_id)
        .execute(),
    )

  return { server, setRunning, workspace }
}
