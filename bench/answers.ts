import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { originOf, startServer } from '../server/test/chaos/server-process.ts'
import { areaUnderCurve, holdsWords } from './measures.ts'
import { withTempDatabase } from './temp-database.ts'
import { median, ms, quantile, type Row, row } from './report.ts'

interface Site {
  name: string
  lang: 'en' | 'sk'
  folder: string
  include: string[]
  exclude: string[]
}
interface Question {
  q: string
  /** Pages with words that answer; empty if the question is out of scope. */
  gold: { page: string; any_of: string[] }[]
  kind?: string
}
interface Quote {
  documentId: string
  quote: string
}
interface Found {
  answer: { citations: Quote[] } | null
  confidence: number
}
interface Judged {
  is_right: boolean
  is_in_scope: boolean
  confidence: number
  took_ms: number
}

const evalServer = path.join(import.meta.dirname, '../server/src/eval-server.ts')
const pagesAtOnce = 50
/** Sentences at least this long have the same meaning on any page. */
const tellingChars = 20
/** The bands of an answer, as in the assistant. */
const sureFrom = 0.6
const shownFrom = 0.2
const bands = [0, 0.2, 0.4, 0.6, 0.8, 1.01]

/** Pages of a site, by their paths in its folder. */
function pagesOf(root: string, { include, exclude }: Site): string[] {
  const [expected, unwanted] = [include, exclude].map((patterns) => patterns.map((each) => new RegExp(each)))
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /\.html?$/.test(file) && expected?.some((each) => each.test(file)))
    .filter((file) => !unwanted?.some((each) => each.test(file)))
    .toSorted()
}

function readPage(file: string): string {
  const bytes = readFileSync(file)
  const declared = /charset=["']?([\w-]+)/i.exec(bytes.subarray(0, 2_048).toString('latin1'))?.[1]
  return new TextDecoder(declared ?? 'utf-8').decode(bytes)
}

async function measureSite(origin: string, folder: string, site: Site): Promise<Judged[]> {
  const post = async (to: string, body: object): Promise<unknown> => {
    const reply = await fetch(origin + to, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ collection: site.name, ...body }),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${to} answers ${reply.status}: ${text.slice(0, 300)}`)
    return text ? JSON.parse(text) : undefined
  }
  await post('/reset', { lang: site.lang })
  const root = path.resolve(folder, site.folder)
  const pages = pagesOf(root, site)
  for (let index = 0; index < pages.length; index += pagesAtOnce)
    await post('/documents', {
      documents: pages.slice(index, index + pagesAtOnce).map((page) => ({
        id: page,
        title: page,
        text: readPage(path.join(root, page)),
        url: `https://site.example/${page}`,
      })),
    })
  // The folder belongs to the caller; README.md describes its format.
  const questions = readFileSync(path.join(folder, 'questions', `${site.name}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Question)
    .filter(({ kind }) => kind !== 'smalltalk')
  const judged: Judged[] = []
  for (const { q, gold } of questions) {
    const askedAt = performance.now()
    const { answer, confidence } = (await post('/query', { text: q, k: 10 })) as Found
    const took_ms = performance.now() - askedAt
    const quote = answer?.citations[0]
    judged.push({
      is_right: quote !== undefined && answersQuestion(quote, gold),
      is_in_scope: gold.length > 0,
      confidence,
      took_ms,
    })
  }
  return judged
}

/** Whether a quote contains words that answer: from their page, or so long that the page doesn't matter. */
const answersQuestion = ({ documentId, quote }: Quote, gold: Question['gold']) =>
  gold.some(({ page, any_of }) => {
    const isItsPage = documentId === page || documentId.endsWith(`/${page}`)
    return holdsWords(
      quote,
      any_of.filter((words) => isItsPage || words.length >= tellingChars),
    )
  })

const share = (part: readonly unknown[], whole: readonly unknown[]) =>
  whole.length ? (part.length / whole.length).toFixed(2) : '-'

function rowsOf(name: string, judged: readonly Judged[]): Row[] {
  const inScope = judged.filter(({ is_in_scope }) => is_in_scope)
  const out = judged.filter(({ is_in_scope }) => !is_in_scope)
  const sure = inScope.filter(({ confidence }) => confidence >= sureFrom)
  const right = inScope.filter(({ is_right, confidence }) => is_right && confidence >= shownFrom)
  const took = judged.map(({ took_ms }) => took_ms)
  const of = (isRight: boolean) =>
    judged.filter(({ is_right }) => is_right === isRight).map(({ confidence }) => confidence)
  const reliability = bands.slice(1).map((to, index) => {
    const inside = judged.filter(({ confidence }) => confidence >= (bands[index] ?? 0) && confidence < to)
    return `${bands[index]}: ${share(
      inside.filter(({ is_right }) => is_right),
      inside,
    )} of ${inside.length}`
  })
  return [
    row(
      `${name}, first quote right`,
      share(right, inScope),
      `of ${inScope.length}; sure ${share(sure, inScope)}, sure and wrong ${share(
        sure.filter(({ is_right }) => !is_right),
        inScope,
      )}; ` +
        `out of scope and sure ${out.filter(({ confidence }) => confidence >= sureFrom).length} of ${out.length}; ` +
        `p50 ${ms(median(took))}, p95 ${ms(quantile(took, 0.95))}`,
    ),
    row(
      `${name}, area under the curve of confidence`,
      areaUnderCurve(of(true), of(false)).toFixed(3),
      `right by confidence from ${reliability.join(', ')}`,
    ),
  ]
}

/** How often the first quote answers real questions about whole sites, and how well the confidence predicts it. */
export async function answers(): Promise<Row[]> {
  const folder = process.env['BENCH_ANSWERS_DATA']
  const list = folder && path.join(folder, 'corpora.json')
  if (!list || !existsSync(list)) return [row('answers', 'skipped', 'BENCH_ANSWERS_DATA names no folder')]
  const sites = JSON.parse(readFileSync(list, 'utf8')) as Site[]
  return withTempDatabase(undefined, async (place) => {
    const server = startServer(place, { file: evalServer })
    try {
      const origin = originOf(place)
      await server.answering(`${origin}/query`)
      const rows: Row[] = []
      const all: Judged[] = []
      for (const site of sites) {
        const judged = await measureSite(origin, folder, site)
        rows.push(...rowsOf(site.name, judged))
        all.push(...judged)
      }
      return [...rows, ...rowsOf('all', all)]
    } finally {
      await server.stop()
    }
  })
}
