import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findProgram } from './debian.mjs'
import { root } from './packages.mjs'
import { startPostgres } from './throwaway-postgres.mjs'

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ title: string, message: string }} Failure
 * @typedef {{ counts: Counts, failures?: Failure[], unsteady?: Failure[] }} Outcome with each failure by itself,
 *   where the tool tells, and each test that held only at its second try
 * @typedef {(command: string, args: string[], env?: Record<string, string>) => Promise<{ code: number, words: string }>} Run
 *   runs one command; its words are kept for the report, too
 * @typedef {object} Suite
 * @property {string} name what a person types to run it alone
 * @property {1 | 2} cores how many of two cores it keeps busy
 * @property {(run: Run) => Promise<Outcome>} work
 * @property {string[]} [after] suites it builds upon
 * @property {'chromium' | 'postgresql'} [program] it cannot run without this
 * @property {boolean} [isLong] left out of `npm run check`
 */

/** @returns {Outcome} of what counts as one */
const whole = (/** @type {boolean} */ isGood) => ({
  counts: { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 },
})

/** A tool that is content or is not: counts as one. @returns {Suite} */
const check = (
  /** @type {string} */ name,
  /** @type {string} */ command,
  /** @type {string[]} */ ...args
) => ({
  name,
  cores: 1,
  work: async (run) => whole((await run(command, args)).code === 0),
})

/**
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} Test
 * @typedef {{ status: string, name: string, message: string, assertionResults: Test[] }} TestFile
 */
const told = (/** @type {string} */ file, /** @type {Test} */ { fullName, failureMessages }) => ({
  title: `${path.relative(root, file)} › ${fullName}`,
  message: failureMessages.join('\n'),
})

/**
 * @returns {Outcome} what vitest reports, where a file that could not be read counts as one failed test, and so do
 *   errors outside every test, which stand in its words alone
 */
export function readOutcome(
  /** @type {string} */ report,
  /** @type {{ code: number, words?: string }} */ { code, words = '' },
) {
  if (!existsSync(report)) return whole(false)
  const { testResults, ...sums } = JSON.parse(readFileSync(report, 'utf8'))
  const files = /** @type {TestFile[]} */ (testResults)
  const failures = files.flatMap(({ status, name, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed')
    return status === 'failed' && tests.length === 0
      ? [{ title: path.relative(root, name), message }]
      : tests.map((test) => told(name, test))
  })
  const unsteady = files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map((test) => told(name, test)),
  )
  const passed = sums.numPassedTests
  const outside = code === 0 ? -1 : words.lastIndexOf('Unhandled Errors')
  if (outside >= 0) failures.push({ title: 'an error outside every test', message: words.slice(outside) })
  // Not one test found, or vitest fails for reasons of its own: one failure is counted.
  const failed = failures.length === 0 && (code !== 0 || passed === 0) ? 1 : failures.length
  return { counts: { passed, failed, skipped: sums.numPendingTests + sums.numTodoTests }, failures, unsteady }
}

/** Counts every test. */
async function vitest(
  /** @type {Run} */ run,
  /** @type {string} */ name,
  /** @type {string[]} */ projects,
  /** @type {Record<string, string>} */ env = {},
  /** @type {string[]} */ leftOut = [],
) {
  const report = path.join(root, 'test-results', `${name}.json`)
  const chosen = projects.map((project) => `--project=${project}`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const without = leftOut.map((files) => `--exclude=${files}`)
  return readOutcome(report, await run('vitest', ['run', ...chosen, ...without, ...reporters], env))
}

/** Every folder with a `tsconfig` has globals of its own; what is built for it may have others still. */
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
    return check(`types:${name === '.' ? 'tools' : name}`, 'tsc', '-p', file)
  })

/**
 * What another database changes nothing about: the embedded one itself, what hardly asks a database anything, and
 * what asks it one plain thing after the other.
 */
const anyDatabase = [
  '**/{embedded,backup,extractor,disk-full,field-safety,foreign-ids,limits,odd-requests,routes,secrets}.test.ts',
  '**/{hostile,hostile-input,hostile-schemas,openapi,poison,production-limits}.test.ts',
  '**/{crawl,egress}/*.test.ts',
  '**/realtime/**/*.test.ts',
  '**/{accounts,own-site,integrations,users,reach,audit-log,billing,files,tags,data-sources,assistant}/**/*.test.ts',
]

/** A server that is there already, as in CI; else one is started for the run. */
const given = process.env['TEST_DATABASE_URL']

/** @type {Suite[]} In the order they are begun in. */
export const suites = [
  check('format', 'oxfmt', '--check', '.'),
  check('lint', 'oxlint', '--type-aware', '--deny-warnings', '--report-unused-disable-directives'),
  ...types,
  check('arrows', 'depcruise', '.', '--config', '.dependency-cruiser.mjs', '--output-type', 'err-long'),
  check('unused', 'knip'),
  check('lock', 'node', 'tools/check-lock.ts'),
  check('regexes', 'node', 'tools/check-regexes.ts'),
  check('build:app', 'npm', 'run', 'build', '--silent', '-w', 'app'),
  check('build:widget', 'npm', 'run', 'build', '--silent', '-w', 'widget'),
  { ...check('sizes', 'node', 'tools/check-sizes.ts'), after: ['build:app', 'build:widget'] },
  { name: 'canaries', cores: 2, work: (run) => vitest(run, 'canaries', ['tools']) },
  {
    name: 'units',
    cores: 2,
    work: (run) => vitest(run, 'units', ['!tools', '!widget-browser', '!e2e'], { TEST_DATABASE_URL: '' }),
  },
  {
    name: 'postgres',
    cores: 2,
    ...(given ? {} : { program: 'postgresql' }),
    isLong: true,
    async work(run) {
      const own = given ? undefined : await startPostgres(findProgram('postgresql') ?? 'postgres')
      try {
        const url = given ?? own?.url ?? ''
        return await vitest(run, 'postgres', ['server'], { TEST_DATABASE_URL: url }, anyDatabase)
      } finally {
        await own?.stop()
      }
    },
  },
  {
    name: 'e2e',
    cores: 2,
    program: 'chromium',
    isLong: true,
    after: ['build:app', 'build:widget'],
    work: (run) =>
      vitest(run, 'e2e', ['widget-browser', 'e2e'], { CHROMIUM_PATH: findProgram('chromium') ?? '' }),
  },
]
