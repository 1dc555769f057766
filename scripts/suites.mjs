import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findProgram } from './apt.mjs'
import { root } from './packages.mjs'
import { startPostgres } from './throwaway-postgres.mjs'

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ title: string, message: string }} Failure
 * @typedef {{ counts: Counts, failures?: Failure[], flaky?: Failure[] }} Outcome with each failure, if the
 *   tool reports them, and each test that passed only on its second try
 * @typedef {(command: string, args: string[], env?: Record<string, string>) => Promise<{ code: number, output: string }>} Run
 *   runs one command; its output is also kept for the report
 * @typedef {object} Suite
 * @property {string} name the argument that runs it alone
 * @property {1 | 2} cores number of cores it uses
 * @property {(run: Run, others: Set<string>) => Promise<Outcome>} work `others`: names of the suites of this run
 * @property {string[]} [after] suites that must pass first
 * @property {'chromium' | 'postgresql'} [program] program it needs
 * @property {boolean} [isLong] left out of `npm run check`
 */

/** @returns {Outcome} that counts as one */
const toOutcome = (/** @type {boolean} */ isGood) => ({
  counts: { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 },
})

/** A tool that passes or fails as a whole. @returns {Suite} */
const check = (
  /** @type {string} */ name,
  /** @type {string} */ command,
  /** @type {string[]} */ ...args
) => ({
  name,
  cores: 1,
  work: async (run) => toOutcome((await run(command, args)).code === 0),
})

/**
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} Test
 * @typedef {{ status: string, name: string, message: string, assertionResults: Test[] }} TestFile
 */
const failureText = (/** @type {string} */ file, /** @type {Test} */ { fullName, failureMessages }) => ({
  title: `${path.relative(root, file)} › ${fullName}`,
  message: failureMessages.join('\n'),
})

const outsideTests = 'an error outside every test'

/**
 * @returns {Outcome} the result reported by vitest. A file that can't be loaded counts as one failed test, and
 * so do errors outside tests, which are only in the output.
 */
export function readOutcome(
  /** @type {string} */ report,
  /** @type {{ code: number, output?: string }} */ { code, output = '' },
) {
  if (!existsSync(report)) return toOutcome(false)
  const { testResults, ...sums } = JSON.parse(readFileSync(report, 'utf8'))
  const files = /** @type {TestFile[]} */ (testResults)
  const failures = files.flatMap(({ status, name, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed')
    return status === 'failed' && tests.length === 0
      ? [{ title: path.relative(root, name), message }]
      : tests.map((test) => failureText(name, test))
  })
  const flaky = files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map((test) => failureText(name, test)),
  )
  const passed = sums.numPassedTests
  const outside = code === 0 ? -1 : output.lastIndexOf('Unhandled Errors')
  if (outside >= 0) failures.push({ title: outsideTests, message: output.slice(outside) })
  // No test was found, or vitest itself failed: counts as one failure.
  const failed = failures.length === 0 && (code !== 0 || passed === 0) ? 1 : failures.length
  return { counts: { passed, failed, skipped: sums.numPendingTests + sums.numTodoTests }, failures, flaky }
}

/** Signals of a crashed runtime. Our own code exits with a code. */
const crash =
  /Worker exited unexpectedly with (signal SIG(?:SEGV|ABRT|TRAP|ILL|BUS)) during \w+ state while running test files? (\P{Cc}+)/gu

/**
 * Finds the test files whose process crashed. Vitest doesn't retry them, and V8 sometimes crashes where threads run
 * WebAssembly (https://github.com/nodejs/node/issues/64500).
 *
 * @returns {Failure[]} file and signal; empty if the run failed for any other reason outside the tests too
 */
export function crashesOf(/** @type {string} */ output) {
  const crashes = [...output.matchAll(crash)]
  const errors = Number(/Vitest caught (\d+) unhandled error/.exec(output)?.[1] ?? 0)
  if (errors !== crashes.length) return []
  return crashes.flatMap(([, signal = '', files = '']) =>
    files.split(', ').map((file) => ({ title: path.relative(root, file), message: `ended by ${signal}` })),
  )
}

/**
 * Joins a run in which processes crashed and a second run of their files.
 *
 * @returns {Outcome}
 */
export function joinOutcomes(
  /** @type {Outcome} */ first,
  /** @type {Outcome} */ again,
  /** @type {Failure[]} */ crashes,
) {
  const failures = [
    ...(first.failures ?? []).filter(
      ({ title }) =>
        title !== outsideTests &&
        !crashes.some(({ title: file }) => title === file || title.startsWith(`${file} › `)),
    ),
    ...(again.failures ?? []),
  ]
  const failed = Math.max(failures.length, again.counts.failed)
  return {
    counts: {
      passed: first.counts.passed + again.counts.passed,
      failed,
      skipped: first.counts.skipped + again.counts.skipped,
    },
    failures,
    flaky: [...(first.flaky ?? []), ...crashes, ...(again.flaky ?? [])],
  }
}

/** Counts every test. In CI, files whose process crashed run once more, as failed tests do. */
async function vitest(
  /** @type {Run} */ run,
  /** @type {string} */ name,
  /** @type {string[]} */ projects,
  /** @type {Record<string, string>} */ env = {},
  /** @type {string[]} */ leftOut = [],
) {
  const suitesToRun = projects.map((project) => `--project=${project}`)
  const without = leftOut.map((files) => `--exclude=${files}`)
  const runFiles = async (/** @type {string} */ as, /** @type {string[]} */ files) => {
    const report = path.join(root, 'test-results', `${as}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const ended = await run('vitest', ['run', ...suitesToRun, ...files, ...without, ...reporters], env)
    return { outcome: readOutcome(report, ended), crashes: ended.code === 0 ? [] : crashesOf(ended.output) }
  }
  const { outcome, crashes } = await runFiles(name, [])
  if (!process.env['CI'] || crashes.length === 0) return outcome
  const again = await runFiles(
    `${name}-again`,
    crashes.map(({ title }) => title),
  )
  return joinOutcomes(outcome, again.outcome, crashes)
}

/**
 * Each folder with a `tsconfig` has its own globals, and so can its build and its worker. One checker each: several
 * resolve the same types again, which takes almost twice the CPU time.
 */
const types = ['.', ...readdirSync(root)]
  .flatMap((folder) =>
    ['tsconfig.json', 'tsconfig.node.json', 'tsconfig.worker.json'].map((file) => `${folder}/${file}`),
  )
  .filter((file) => existsSync(path.join(root, file)))
  .map((file) => {
    const name = file
      .replace(/\/tsconfig\.json$/, '')
      .replace(/\/tsconfig\.node\.json$/, '-build')
      .replace(/\/tsconfig\.worker\.json$/, '-worker')
    return check(`types:${name === '.' ? 'tools' : name}`, 'tsc', '-p', file, '--checkers', '1')
  })

/**
 * Tests that run only on the embedded database: those of the embedded database itself, those that call every
 * operation, and those that hardly use a database.
 */
export const onEmbedded = [
  '**/{embedded,backup,disk-full,field-safety,foreign-ids,malformed-requests}.test.ts',
  '**/{route-access,route-guards,route-input,key-check,seed}.test.ts',
  '**/{fuzz,hostile,hostile-schemas,openapi,production-limits,secrets}.test.ts',
  '**/{contacts,listing,platform}/**/hostile-input.test.ts',
  '**/test/limits.test.ts',
  '**/chaos/{kill,step-kills,stop}.test.ts', // `npm run chaos` runs on both databases
  '**/chaos/crash.test.ts',
  '**/realtime/**/*.test.ts',
  '**/platform/{context,egress,files,http,icons,images,mail,threads,webhooks}/**/*.test.ts',
  '**/features/assistant/**/*.test.ts',
]

/**
 * Tests that run only on a PostgreSQL server if there is one; `npm run check` runs them on the embedded database,
 * which takes twice as long. Their statements behave the same on both. Tests of locks, notifications, collations,
 * jobs and migrations are in neither list and run on both.
 */
export const onPostgres = [
  '**/features/{accounts,answer-tests,api-keys,assistant-settings,audit-log,billing,broadcasting}/**/*.test.ts',
  '**/features/{canned-replies,client,client-settings,copilot,custom-roles,data-sources,files}/**/*.test.ts',
  '**/features/{hours,hubspot,installation,integrations,language-model,logos,notifications}/**/*.test.ts',
  '**/features/{plans,report-emails,reports,retention,rule-runs,scenario-images,scenario-replays}/**/*.test.ts',
  '**/features/{scenarios,single-sign-on,site-workspace,sla,suggestions,tags,teams,users}/**/*.test.ts',
  '**/features/{visibility,webhooks}/**/*.test.ts',
  '**/scenario-runs/{cards,entry-triggers,forms,hubspot-steps,numbers,page-triggers,requests,runs,team-steps}.test.ts',
  '**/contacts/{blocking,data,list,merging,online,profile}/*.test.ts',
  '**/features/{contacts/contacts,conversations/conversations}.test.ts',
  '**/contacts/identity/{tokens,verified-contacts,visitor-sign-in}.test.ts',
  '**/contacts/imports/{csv-files,import-runs,imported-contacts}.test.ts',
  '**/conversations/{bulk,drafts,merging,outbound,reading,record,scheduled,timers,viewers,visitor}/*.test.ts',
  '**/conversations/listing/{counts,saved-views}.test.ts',
  '**/conversations/messages/{last-message,mentions,message-changes,reply-to,statements}.test.ts',
  '**/conversations/reactions/*.test.ts',
  '**/chaos/scenario-runs.test.ts', // with two processes, which only a server's database serves
  '**/test/{mail-limits,overload,sockets}.test.ts',
]

/** A running server, as in CI; otherwise one is started for the run. */
const databaseUrl = process.env['TEST_DATABASE_URL']

/** Runs tests with the address of a PostgreSQL server. @returns {Promise<Outcome>} */
async function withPostgres(/** @type {(url: string) => Promise<Outcome>} */ work) {
  if (databaseUrl) return work(databaseUrl)
  const own = await startPostgres(findProgram('postgresql') ?? 'postgres')
  try {
    return await work(own.url)
  } finally {
    await own.stop()
  }
}

const lintOptions = ['--type-aware', '--deny-warnings', '--report-unused-disable-directives']

/** @type {Suite[]} In the order in which they start. */
export const suites = [
  // One core: its longest test runs tools sequentially, and would leave a second core idle.
  { name: 'canaries', cores: 1, work: (run) => vitest(run, 'canaries', ['tools']) },
  // The longest suite that uses one core, so that no core is idle at the end.
  check('build:app', 'npm', 'run', 'build', '--silent', '-w', 'app'),
  check('build:api', 'npm', 'run', 'build', '--silent', '-w', 'api'),
  check('build:react', 'npm', 'run', 'build', '--silent', '-w', 'react'),
  check('build:widget', 'npm', 'run', 'build', '--silent', '-w', 'widget'),
  check('format', 'oxfmt', '--check', '.'),
  {
    name: 'lint',
    cores: 1,
    // With one thread, types are resolved once: several take half as much CPU time again.
    work: async (run) =>
      toOutcome((await run('oxlint', ['--threads=1', ...lintOptions], { GOMAXPROCS: '1' })).code === 0),
  },
  ...types,
  check('imports', 'node', 'tools/check-imports.ts'),
  check('unused', 'knip'),
  check('lock', 'node', 'tools/check-lock.ts'),
  check('regexes', 'node', 'tools/check-regexes.ts'),
  check('vocabulary', 'node', 'tools/check-vocabulary.ts'),
  { ...check('sizes', 'node', 'tools/check-sizes.ts'), after: ['build:app', 'build:widget'] },
  {
    name: 'units',
    cores: 2,
    work: (run, others) =>
      vitest(
        run,
        'units',
        ['!tools', '!widget-browser', '!e2e'],
        { TEST_DATABASE_URL: '' },
        others.has('postgres') ? onPostgres : [],
      ),
  },
  {
    name: 'postgres',
    cores: 2,
    ...(databaseUrl ? {} : { program: 'postgresql' }),
    isLong: true,
    work: (run) =>
      withPostgres((url) => vitest(run, 'postgres', ['server'], { TEST_DATABASE_URL: url }, onEmbedded)),
  },
  {
    name: 'e2e',
    cores: 2,
    program: 'chromium',
    isLong: true,
    after: ['build:app', 'build:widget'],
    // Servers use PostgreSQL if its tests run too; those of a newcomer's first visits use the embedded database.
    work(run, others) {
      const CHROMIUM_PATH = findProgram('chromium') ?? ''
      const runWith = (/** @type {string} */ TEST_DATABASE_URL) =>
        vitest(run, 'e2e', ['widget-browser', 'e2e'], { CHROMIUM_PATH, TEST_DATABASE_URL })
      return databaseUrl || others.has('postgres') ? withPostgres(runWith) : runWith('')
    },
  },
]
