import { setTimeout as sleep } from 'node:timers/promises'
import {
  checkContactImport,
  type ImportDraft,
  importTargets,
  listContactImports,
  listDataSources,
  startContactImport,
  uploadContactImport,
} from '@ozvi/contract'
import { Caller, newOwner, newVisitor } from '../chaos/caller.ts'
import { originOf, type ServerPlace } from '../chaos/server-process.ts'
import type { Corpus, Kind } from './corpus.ts'

/** The results: number of responses by type and status. */
export type Answers = Record<Kind, Record<number, number>>

/** Concurrent requests. */
const atOnce = 4
const rowsOfImport = 40

async function each<T>(list: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = list.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of rest) await work(item)
    }),
  )
}

/**
 * Sends a whole corpus to a running server, each input to every place that accepts its type, and waits until the
 * resulting jobs are done.
 *
 * @param host of a website that the server may read
 * @param jobs_within_ms time limit for the jobs
 */
export async function feed(
  place: ServerPlace,
  corpus: Corpus,
  { host, jobs_within_ms = 120_000 }: { host: string; jobs_within_ms?: number },
): Promise<Answers> {
  const owner = await newOwner(place, 'owner')
  const { caller: member } = owner
  const integration_id = owner.integration.id
  const workspace = `/api/integration/${integration_id}`
  const visitor = await newVisitor(place, owner)
  const answers: Answers = { uploads: {}, names: {}, emails: {}, messages: {}, cells: {}, urls: {} }
  const count = (kind: Kind, status: number) => {
    answers[kind][status] = (answers[kind][status] ?? 0) + 1
  }
  async function request(kind: Kind, who: Caller, method: string, url: string, body: object) {
    const { status } = await who.request(method, url, body)
    count(kind, status)
  }
  async function upload(kind: Kind, who: Caller, url: string, name: string, bytes: Buffer) {
    const form = new FormData()
    form.set('id', crypto.randomUUID())
    form.set('file', new File([Uint8Array.from(bytes)], name))
    const reply = await who.request('POST', url, form)
    count(kind, reply.status)
    return reply
  }
  const log = (body: string) =>
    request(
      'messages',
      visitor.caller,
      'POST',
      `/api/visitor/conversation/${visitor.conversation_id}/message`,
      {
        id: crypto.randomUUID(),
        body,
        locale: 'en',
      },
    )
  await log('Hello?')

  await each(corpus.uploads, async ({ name, bytes }) => {
    await upload('uploads', visitor.caller, '/api/visitor/file', name, bytes)
  })
  await each(
    corpus.uploads.filter((_, index) => index % 10 === 0),
    async ({ name, bytes }) => {
      await upload('uploads', member, `${workspace}/data-source/file`, name, bytes)
    },
  )
  await each(corpus.names, async (name) => {
    await request('names', visitor.caller, 'PUT', '/api/visitor/contact', { name })
    await request('names', member, 'POST', `${workspace}/tag`, { name })
    const url = `${workspace}/conversation-search?${new URLSearchParams({ search: name.slice(0, 500) })}`
    count('names', (await member.request('GET', url)).status)
  })
  await each(corpus.emails, async (email) => {
    await request('emails', visitor.caller, 'PUT', '/api/visitor/contact', { email })
    await request('emails', new Caller(originOf(place)), 'POST', '/api/auth/password/forgot', { email })
  })
  await each(corpus.messages, async (body) => {
    await log(body)
    const source = { id: crypto.randomUUID(), question: body.slice(0, 200), answer: body }
    await request('messages', member, 'POST', `${workspace}/data-source/question`, source)
  })
  await each(corpus.urls, async (url) => {
    const full = url.startsWith('/') ? `http://${host}${url}` : url
    await request('urls', member, 'POST', '/api/website-facts', { url: full })
    await request('urls', visitor.caller, 'POST', '/api/visitor/page', {
      url: full,
      title: full.slice(0, 300),
    })
    count('urls', (await fetch(`${originOf(place)}/en/auth?next=${encodeURIComponent(full)}`)).status)
  })
  await importCells()
  await jobsDone()
  return answers

  /** Each cell in every column: first unquoted, which may be invalid CSV, then quoted as by a spreadsheet. */
  async function importCells() {
    const url = uploadContactImport.path.replace(':integration_id', integration_id)
    const plain = (cell: string) => cell
    const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
    for (let from = 0; from < corpus.cells.length; from += rowsOfImport) {
      const cells = corpus.cells.slice(from, from + rowsOfImport)
      for (const write of [plain, quoted]) {
        const rows = cells.map((cell, index) =>
          importTargets
            .map((target) => write(target === 'email' ? `${from + index}@example.invalid` : cell))
            .join(),
        )
        const file = Buffer.from([importTargets.join(), ...rows].join('\r\n'))
        const reply = await upload('cells', member, url, 'people.csv', file)
        if (reply.status !== 200) continue
        const { data } = reply.body as { data: ImportDraft } // the route's output
        const columns = data.columns.map((_, index) => importTargets[index] ?? null)
        for (const { path } of [checkContactImport, startContactImport]) {
          const to = path.replace(':integration_id', integration_id).replace(':import_id', data.import.id)
          await request('cells', member, 'POST', to, { columns, match_by: 'email', on_existing: 'skip' })
          await idle(async () =>
            (await member.call(listContactImports, { integration_id })).every(
              ({ status }) => !/^(checking|running)$/.test(status),
            ),
          )
        }
      }
    }
    count('cells', (await member.request('GET', `${workspace}/contact-export`)).status)
  }
  async function jobsDone() {
    await idle(async () => {
      const sources = await member.call(listDataSources, { integration_id })
      return sources.every(({ status }) => !/^(queued|fetching|indexing)$/.test(status))
    })
  }
  async function idle(isDone: () => Promise<boolean>) {
    const until = performance.now() + jobs_within_ms
    while (!(await isDone())) {
      if (performance.now() > until) throw new Error('the jobs of the corpus do not end')
      await sleep(50)
    }
  }
}
