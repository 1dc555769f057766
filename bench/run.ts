/*
 * npm run bench -- [--only
 * start,messages,latency,overload,fairness,slo,fan-out,nodes,bytes,inbox,retrieval,answers,search,scenarios,editor,hubspot]
 * [--seconds 4] [--minutes 2] [--full]
 * Measures and prints, and writes the numbers of README.md and the site to figures.json; see README.md. It has no
 * thresholds.
 */
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { acrossNodes } from './across-nodes.ts'
import { answers } from './answers.ts'
import { bytes } from './bytes.ts'
import { search } from './search.ts'
import { fanOut } from './fan-out.ts'
import { hubspotSync } from './hubspot.ts'
import { inbox } from './inbox.ts'
import { latency } from './latency.ts'
import { messages } from './messages.ts'
import { overload } from './overload.ts'
import { saveFigures } from './figures.ts'
import { print, type Row } from './report.ts'
import { retrieval } from './retrieval.ts'
import { fairness } from './fairness.ts'
import { scenarioEditor } from './scenario-editor.ts'
import { slo } from './slo.ts'
import { scenarios } from './scenarios.ts'
import { start } from './start.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '4' },
    minutes: { type: 'string', default: '2' },
    full: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
const minutes = Number(values.minutes)
const parts: Record<string, { title: string; measure: () => Promise<Row[]> }> = {
  start: { title: 'Start', measure: start },
  messages: { title: 'Messages acknowledged', measure: () => messages(seconds) },
  latency: { title: 'Latency at 50 messages a second', measure: () => latency(Math.max(seconds, 10)) },
  overload: { title: 'Five times what it can do', measure: () => overload(Math.max(seconds, 8)) },
  fairness: {
    title: 'Others beside one who asks for everything',
    measure: () => fairness(Math.max(seconds, 10)),
  },
  slo: { title: '50 messages a second, 1,000 sockets', measure: () => slo(minutes) },
  'fan-out': { title: 'Fan-out, against a bare `ws` server', measure: () => fanOut(seconds, values.full) },
  nodes: {
    title: 'From node to node at 500 events a second',
    measure: () => acrossNodes(Math.max(seconds, 10)),
  },
  bytes: { title: 'Bytes of a first visit, Brotli', measure: bytes },
  inbox: { title: 'The inbox in a browser', measure: inbox },
  retrieval: { title: 'Retrieval', measure: retrieval },
  answers: { title: 'Answers from whole sites', measure: answers },
  search: {
    title: 'Finding conversations of one workspace',
    measure: () => search(values.full ? 100_000 : 10_000),
  },
  hubspot: { title: 'HubSpot, one call in ten fails', measure: () => hubspotSync(10_000) },
  editor: { title: 'The scenario editor with 300 steps in a browser', measure: scenarioEditor },
  scenarios: { title: 'Scenarios: the engine on one core, and a replay', measure: () => scenarios(seconds) },
}
const selected = values.only?.split(',') ?? Object.keys(parts)
const unknown = selected.filter((name) => !(name in parts))
if (unknown.length > 0 || !(seconds > 0) || !(minutes > 0)) {
  process.stderr.write(`--only takes ${Object.keys(parts).join(', ')}; --seconds and --minutes a number\n`)
  process.exit(1)
}
const load = loadavg()
  .map((each) => each.toFixed(1))
  .join(' ')
const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, load ${load}`
process.stdout.write(`${machine}\n`)
for (const name of selected) {
  const part = parts[name]
  if (!part) continue
  const rows = await part.measure()
  print(part.title, rows)
  saveFigures(name, rows, machine)
}
process.exit(0)
