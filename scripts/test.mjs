import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findProgram, installHint, installPrograms } from './apt.mjs'
import { environmentWith, findNode, installPackages, root, log } from './packages.mjs'
import { suites } from './suites.mjs'

/*
 * `npm test` runs every check and test, locally and in CI. `npm test -- lint units` runs those suites and the ones
 * they need; `--check` skips the long ones. The last line has the totals.
 */

/** Three times as long as the slowest suite takes. A suite that hangs is stopped. */
const suiteLimit_ms = 40 * 60_000
const cores = 2
/** Lines shown of each failure, and of a tool that doesn't report failures separately. */
const shownLines = 60

const requested = process.argv.slice(2).filter((word) => !word.startsWith('-'))
/** `types` selects every `types:…`. */
const matches = (/** @type {string} */ word, /** @type {string} */ name) =>
  name === word || name.startsWith(`${word}:`)
const unknown = requested.filter((word) => !suites.some(({ name }) => matches(word, name)))
if (unknown.length > 0) {
  log(`There is no suite ${unknown.join(', ')}. There are: ${suites.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}
/** @type {(suite: import('./suites.mjs').Suite) => boolean} */
const isRequested = ({ name, isLong }) =>
  requested.length > 0
    ? requested.some((word) => matches(word, name))
    : !(isLong && process.argv.includes('--check'))
const selected = suites.filter(isRequested)
const suitesToRun = suites.filter(
  (suite) => selected.includes(suite) || selected.some(({ after }) => after?.includes(suite.name)),
)
await Promise.all([
  installPackages({ withTools: true }),
  installPrograms([
    ...suitesToRun.flatMap(({ program }) => program ?? []),
    ...(suitesToRun.some(({ name }) => name === 'postgres') ? /** @type {const} */ (['redis']) : []),
  ]),
])
const env = environmentWith(findNode())
// Set here, so that the caller's shell has no influence.
delete env['NODE_ENV']
env[process.stdout.isTTY ? 'FORCE_COLOR' : 'NO_COLOR'] = '1'

const results = path.join(root, 'test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
/** Kills a command and its child processes. */
function end(/** @type {import('node:child_process').ChildProcess} */ child) {
  if (!child.pid) return
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
  } catch {
    // It has exited in the meantime.
  }
}
let isStopping = false
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    isStopping = true
    for (const child of running) end(child)
  })
}

/** @returns {import('./suites.mjs').Run} */
function runner(/** @type {string[]} */ output) {
  return (command, args, more = {}) =>
    new Promise((resolve) => {
      const child = spawn(command, args, {
        cwd: root,
        env: { ...env, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: process.platform !== 'win32',
        shell: process.platform === 'win32',
      })
      running.add(child)
      const limit = setTimeout(() => {
        output.push(`\nStopped after ${suiteLimit_ms / 60_000} minutes.\n`)
        end(child)
      }, suiteLimit_ms)
      /** @type {string[]} */
      const chunks = []
      const onOutput = (/** @type {unknown} */ text) => {
        chunks.push(String(text))
        output.push(String(text))
      }
      child.stdout.on('data', onOutput)
      child.stderr.on('data', onOutput)
      child.on('error', onOutput)
      child.on('close', (code) => {
        clearTimeout(limit)
        running.delete(child)
        resolve({ code: code ?? 1, output: chunks.join('') })
      })
    })
}

const sum = { passed: 0, failed: 0, skipped: 0 }
/** @type {{ name: string, output: string, failures: import('./suites.mjs').Failure[] }[]} */
const reports = []
/** @type {Map<string, boolean>} whether each finished suite passed */
const finished = new Map()

const line = (/** @type {string[]} */ ...columns) =>
  log(
    columns
      .map((column, index) => column.padEnd([8, 20, 34][index] ?? 0))
      .join(' ')
      .trimEnd(),
  )

function skip(/** @type {string} */ name, /** @type {string} */ why) {
  sum.skipped += 1
  finished.set(name, false)
  line('skipped', name, why)
}

/** Names of the suites whose program is installed. */
const runnable = new Set(
  suitesToRun.flatMap(({ name, program }) => (program && !findProgram(program) ? [] : name)),
)
async function runSuite(/** @type {import('./suites.mjs').Suite} */ { name, work }) {
  const startedAt = Date.now()
  /** @type {string[]} */
  const output = []
  /** @type {import('./suites.mjs').Outcome} */
  const {
    counts,
    failures = [],
    flaky = [],
  } = await work(runner(output), runnable).catch((error) => {
    output.push(String(error.stack ?? error))
    return { counts: { passed: 0, failed: 1, skipped: 0 } }
  })
  const isGood = counts.failed === 0
  for (const kind of /** @type {const} */ (['passed', 'failed', 'skipped'])) sum[kind] += counts[kind]
  finished.set(name, isGood)
  writeFileSync(path.join(results, `${name.replace(':', '-')}.txt`), output.join(''))
  if (!isGood) reports.push({ name, output: output.join(''), failures })
  const shown = Object.entries(counts).flatMap(([kind, count]) => (count > 0 ? `${count} ${kind}` : []))
  line(isGood ? 'ok' : 'FAILED', name, shown.join(', '), `${((Date.now() - startedAt) / 1_000).toFixed(1)} s`)
  for (const { title } of failures) log(`         ✗ ${title}`)
  for (const { title, message } of flaky)
    log(`         ~ ${title}\n           passed only on its second try: ${message.split('\n')[0]}`)
}

const startedAt = Date.now()
const queue = [...suitesToRun]
let busy = 0
await new Promise((/** @type {(value: void) => void} */ resolve) => {
  function startNext() {
    if (isStopping) queue.length = 0
    for (const suite of queue.slice()) {
      const { name, program, after = [] } = suite
      if (after.some((earlier) => !finished.has(earlier)) || (busy > 0 && busy + suite.cores > cores))
        continue
      queue.splice(queue.indexOf(suite), 1)
      const failed = after.filter((earlier) => !finished.get(earlier))
      if (failed.length > 0) {
        skip(name, `because of ${failed.join(', ')}`)
      } else if (program && !findProgram(program)) {
        skip(name, `no ${program} here; as root: ${installHint(program)}`)
      } else {
        busy += suite.cores
        void runSuite(suite).then(() => {
          busy -= suite.cores
          startNext()
        })
      }
    }
    if (busy === 0) resolve()
  }
  startNext()
})

for (const { name, output, failures } of reports) {
  log(`\n──── ${name} ${'─'.repeat(Math.max(0, 90 - name.length))}`)
  log(`(the whole output is in test-results/${name.replace(':', '-')}.txt)`)
  for (const { title, message } of failures)
    log(`\n✗ ${title}\n${message.split('\n').slice(0, shownLines).join('\n')}`)
  if (failures.length === 0) log(output.trimEnd().split('\n').slice(-shownLines).join('\n'))
}
log(`\nIn ${Math.round((Date.now() - startedAt) / 1_000)} s`)
if (isStopping) {
  log('Stopped before the end.')
  sum.failed += 1
}
log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`)
process.exitCode = sum.failed > 0 ? 1 : 0
