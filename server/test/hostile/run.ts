/*
 * npm run hostile -- [--seed 1]
 * Sends 2,000 hostile uploads, names, addresses, messages, cells and URLs to its own server, and requests
 * `/health/live` a hundred times a second. Exits with 1 if the 99th percentile is over 100 ms, if one response took
 * more than 250 ms, or if any request was answered with 500. Run it on an otherwise idle machine.
 */
import { parseArgs } from 'node:util'
import { hostileCorpus } from './corpus.ts'
import { tryCorpus } from './trial.ts'

const p99Max_ms = 100
const max_ms = 250

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } })
const corpus = hostileCorpus(Number(values.seed))
const { answers, pulse, took_s, longest_work_ms } = await tryCorpus(corpus)
const round = (ms: number) => `${ms.toFixed(1)} ms`
for (const [kind, statuses] of Object.entries(answers))
  process.stdout.write(
    `${kind.padEnd(9)} ${Object.entries(statuses)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', ')}\n`,
  )
process.stdout.write(
  `/health/live, asked ${pulse.asked} times in ${took_s.toFixed(0)} s: median ${round(pulse.p50_ms)}, p99 ${round(pulse.p99_ms)}, longest ${round(pulse.max_ms)}, failed ${pulse.failed}\n`,
)
process.stdout.write(`longest work of the main thread: ${round(longest_work_ms)} of processor time\n`)
const faults = Object.values(answers).flatMap((statuses) =>
  Object.keys(statuses).filter((status) => Number(status) >= 500),
)
const isGood =
  pulse.p99_ms <= p99Max_ms && pulse.max_ms <= max_ms && pulse.failed === 0 && faults.length === 0
process.stdout.write(isGood ? 'good\n' : `broken: p99 ${p99Max_ms} ms, longest ${max_ms} ms, no 500\n`)
process.exit(isGood ? 0 : 1)
