import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { originOf, startServer } from '../server/test/chaos/server-process.ts'
import { type Grades, isVerbatim, ndcg } from './measures.ts'
import { withTempDatabase } from './temp-database.ts'
import { median, ms, quantile, type Row, row } from './report.ts'

interface Document {
  id: string
  title: string
  text: string
}
interface Question {
  id: string
  text: string
  history?: { role: 'user' | 'assistant'; text: string }[]
}
interface Answer {
  ids: string[]
  answer: { text: string; citations: { documentId: string; quote: string }[] } | null
}

const evalServer = path.join(import.meta.dirname, '../server/src/eval-server.ts')
const documentsAtOnce = 200
const depth = 100

const lines = (file: string) => readFileSync(file, 'utf8').split('\n').filter(Boolean)
// The folder belongs to the caller; README.md describes its format.
const records = <Record>(file: string) => lines(file).map((line) => JSON.parse(line) as Record)

function readGrades(file: string): Map<string, Grades> {
  const grades = new Map<string, Map<string, number>>()
  for (const line of lines(file)) {
    const [question = '', document = '', grade = '0'] = line.split('\t')
    const of = grades.get(question) ?? new Map<string, number>()
    grades.set(question, of.set(document, Number(grade)))
  }
  return grades
}

async function measureSet(origin: string, folder: string, name: string): Promise<Row> {
  const file = (each: string) => path.join(folder, name, each)
  const documents = records<Document>(file('docs.jsonl'))
  const questions = records<Question>(file('queries.jsonl'))
  const grades = readGrades(file('qrels.tsv'))
  const { lang } = JSON.parse(readFileSync(file('meta.json'), 'utf8')) as { lang: string }
  const byId = new Map(documents.map((document) => [document.id, document]))

  async function post(to: string, body: object): Promise<unknown> {
    const reply = await fetch(origin + to, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ collection: name, ...body }),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${to} answers ${reply.status}: ${text.slice(0, 300)}`)
    return text ? JSON.parse(text) : undefined
  }

  await post('/reset', { lang })
  const from = performance.now()
  for (let index = 0; index < documents.length; index += documentsAtOnce)
    await post('/documents', { documents: documents.slice(index, index + documentsAtOnce) })
  const loaded_s = (performance.now() - from) / 1_000

  const gains: number[] = []
  const took_ms: number[] = []
  let quotes = 0
  let verbatim = 0
  for (const { id, text, history = [] } of questions) {
    const askedAt = performance.now()
    const results = (await post('/query', { text, history, k: depth })) as Answer
    took_ms.push(performance.now() - askedAt)
    const of = grades.get(id)
    if (of) gains.push(ndcg(results.ids, of))
    for (const { documentId, quote } of results.answer?.citations ?? []) {
      const document = byId.get(documentId)
      quotes++
      if (document && isVerbatim(quote, document)) verbatim++
    }
  }
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length
  return row(
    name,
    mean.toFixed(4),
    `of ${gains.length} questions; ${verbatim} of ${quotes} quotes verbatim; p50 ${ms(median(took_ms))}, ` +
      `p95 ${ms(quantile(took_ms, 0.95))}; ${documents.length} documents in ${loaded_s.toFixed(1)} s`,
  )
}

/** nDCG@10 of the assistant's search, and the share of verbatim quotes, on the sets of a folder. */
export async function retrieval(): Promise<Row[]> {
  const folder = process.env['BENCH_EVAL_DATA']
  if (!folder) return [row('nDCG@10', 'skipped', 'BENCH_EVAL_DATA names no folder')]
  const sets = readdirSync(folder)
    .filter((name) => existsSync(path.join(folder, name, 'meta.json')))
    .toSorted()
  return withTempDatabase(undefined, async (place) => {
    const server = startServer(place, { file: evalServer })
    try {
      const origin = originOf(place)
      await server.answering(`${origin}/query`)
      const rows: Row[] = []
      for (const name of sets) rows.push(await measureSet(origin, folder, name))
      const mean = rows.reduce((sum, { figure }) => sum + Number(figure), 0) / rows.length
      return [...rows, row('mean of the sets', mean.toFixed(4))]
    } finally {
      await server.stop()
    }
  })
}
