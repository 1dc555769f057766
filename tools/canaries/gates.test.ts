import { randomBytes } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  crashesOf,
  joinOutcomes,
  onEmbedded,
  onPostgres,
  readOutcome,
  suites,
} from '../../scripts/suites.mjs'
import { lockProblems } from '../check-lock.ts'
import { overLimits, isStale, measure } from '../check-sizes.ts'
import { vocabularyProblems } from '../check-vocabulary.ts'
import { regexProblems } from '../regex-safety.ts'
import { readSpecification, specificationProblems, titlesOf } from '../specification.ts'
import { findFeature } from '../find-feature.ts'
import { plant, root } from './plant.ts'

test('format: an unformatted file is found', () => {
  const planted = {
    'server/src/main.ts': 'export const a = "double";\n',
    'server/src/good.ts': "export const b = 'single'\n",
  }
  const { code, output } = plant({ kept: ['.oxfmtrc.json'], planted }, ({ run }) =>
    run('oxfmt', '--check', '.'),
  )
  expect(code).toBe(1)
  expect(output).toContain('main.ts')
  expect(output).not.toContain('good.ts')
})

test.for([
  ['server', 'export const title = document.title', "Cannot find name 'document'"],
  ['contract', 'export const home = process.env.HOME', "Cannot find name 'process'"],
  ['app', 'export const home = process.env.HOME', "Cannot find name 'process'"],
  ['widget', 'export const home = process.env.HOME', "Cannot find name 'process'"],
  ['server', 'const all: string[] = []\nexport const first: string = all[0]', "'string | undefined'"],
  ['server', 'export const a: { b?: string } = { b: undefined }', 'exactOptionalPropertyTypes'],
  ['server', 'export enum Kind { a }', 'erasableSyntaxOnly'],
])('types: what doesn’t belong in %s doesn’t compile: %s', ([folder = '', content = '', complaint = '']) => {
  const kept = ['tsconfig.base.json', 'package.json', `${folder}/tsconfig.json`]
  const { code, output } = plant(
    { kept, planted: { [`${folder}/src/canary.ts`]: content }, hasPackages: true },
    ({ run }) => run('tsc', '-p', `${folder}/tsconfig.json`),
  )
  expect(code).not.toBe(0)
  expect(output).toContain(complaint)
})

test('types: page code doesn’t compile in the service worker', () => {
  const config = 'app/tsconfig.worker.json'
  const planted = { 'app/worker/service-worker.ts': 'export const title = document.title' }
  const { code, output } = plant(
    { kept: ['tsconfig.base.json', 'package.json', config], planted, hasPackages: true },
    ({ run }) => run('tsc', '-p', config),
  )
  expect(code).not.toBe(0)
  expect(output).toContain("Cannot find name 'document'")
})

test('unused: unused files, exports and packages are found, and undeclared packages', () => {
  const planted = {
    'package.json': '{ "name": "house", "type": "module", "workspaces": ["server"] }',
    'server/package.json': '{ "name": "server", "type": "module", "dependencies": { "express": "1.0.0" } }',
    'server/src/main.ts': "import { a } from './used.ts'\nimport 'left-pad'\na()",
    'server/src/used.ts': 'export const a = () => 1\nexport const b = () => 2',
    'server/src/unused.ts': 'export const c = 3',
  }
  const { code, stdout } = plant({ kept: ['knip.json'], planted }, ({ run }) =>
    run('knip', '--no-config-hints'),
  )
  expect(code).not.toBe(0)
  for (const name of ['src/unused.ts', 'express', 'left-pad', 'src/used.ts']) expect(stdout).toContain(name)
})

test('SEC-49 a lock file that is incomplete, unverified, bound to a registry or runs scripts is rejected', () => {
  const whole = { integrity: 'sha512-x' }
  expect(lockProblems({ '': {}, 'node_modules/a': whole, 'node_modules/own': { link: true } })).toEqual([])
  for (const [fault, problem] of [
    [{ ...whole, optionalDependencies: { 'a-darwin': '1.0.0' } }, 'a-darwin is not locked'],
    [{ ...whole, resolved: 'file://a.tgz' }, 'names the registry'],
    [{}, 'no checksum'],
    [{ ...whole, hasInstallScript: true }, 'install script'],
  ] as const) {
    expect(lockProblems({ 'node_modules/a': fault })).toEqual([expect.stringContaining(problem)])
  }
})

test('SEC-49 CI actions are pinned by digest', () => {
  const workflow = readFileSync(path.resolve('.github/workflows/ci.yml'), 'utf8')
  const uses = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action)
  expect(uses.length).toBeGreaterThan(5)
  for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
})

test('SEC-49 CI installs without scripts, rejects severe vulnerabilities and keeps a list of the packages', () => {
  const workflow = readFileSync(path.resolve('.github/workflows/ci.yml'), 'utf8')
  const [, job = ''] = workflow.split(/^  supply-chain:$/m)
  const steps = [...job.matchAll(/^ {6}- run: (.*)$/gm)].map(([, command]) => command)
  expect(steps).toEqual([
    'npm ci --ignore-scripts',
    'npm audit --omit=dev --audit-level=high',
    'npm sbom --sbom-format=cyclonedx --omit=dev > sbom.cdx.json',
  ])
  expect(job).toMatch(/uses: actions\/upload-artifact@[^]*path: sbom\.cdx\.json/)
  expect(job).not.toMatch(/continue-on-error|\bif:/)
})

test('vocabulary: a former name and a banned phrase in a comment are found', () => {
  const vocabulary = { names: { oldName: 'newName' }, phrases: { anew: '“again”' } }
  const problems = (text: string) => vocabularyProblems('a.ts', text, vocabulary)
  expect(problems(`const a = 1\nconst b = oldName /${'/ starts Anew'}`)).toEqual([
    'a.ts:2: "oldName": use newName',
    'a.ts:2: "Anew": use “again”',
  ])
  expect(problems("const anew = 'anew', toString = oldNames /* again */")).toEqual([])
})

test('regexes: a pattern that can take more than linear time, or can’t be analyzed, is found', async () => {
  const problemsIn = (code: string, allowed = {}) =>
    regexProblems(new Map([['server/src/planted.ts', code]]), allowed)
  const good =
    "export const a = /^[a-z]+\\.(?:md|txt)$/i, b = RegExp('x{1,40}y', 'u'), c = `/+$/` // /(b+)+$/"
  expect(await problemsIn(good)).toEqual([])
  for (const [code, problem] of [
    ['/(a+)+$/', 'exponential'],
    ['/^\\s*(<!--[^]*?-->\\s*)*<html/', 'time'],
    ['/ +$/', '2nd degree polynomial'],
    ['/x[^\\n]{0,1000}y/', '2nd degree polynomial'],
    ["new RegExp('(a|a)*b')", 'exponential'],
    ["RegExp(`(a|a)` + '*b', 'g')", 'exponential'],
    ["'x'.match('(a|a)*b')", 'exponential'],
    ['/(?<=a+)b/', 'cannot be proven'],
    ['/^(.*)x\\1$/', 'cannot be proven'],
    ['RegExp(String(1))', 'not constant'],
  ] as const)
    expect(await problemsIn(`// é\n\nexport const a = ${code}\n`), code).toEqual([
      expect.stringMatching(new RegExp(`^server/src/planted\\.ts:3: .*${problem}`)),
    ])
  expect(await problemsIn('export const a = / +$/', { '/ +$/': 'reads our own files' })).toEqual([])
  expect(await problemsIn('export const a = 1', { '/ +$/': 'reads our own files' })).toEqual([
    '/ +$/ is allowed, but no source has it',
  ])
})

test('sizes: a script over its budget is found, with its static imports', () => {
  plant({ kept: [], planted: { 'a.js': 'import "./b.js"', 'b.js': '' } }, ({ folder }) => {
    const file = path.join(folder, 'a.js')
    expect(overLimits(measure([file]), { js_kib: 4, requests: 2 })).toEqual([])
    // Random bytes as hexadecimal digits compress to half the size, 5 KiB.
    writeFileSync(path.join(folder, 'b.js'), randomBytes(5 * 1024).toString('hex'))
    expect(overLimits(measure([file]), { js_kib: 4, requests: 1 })).toEqual(['js_kib', 'requests'])
    expect([isStale(30, 31), isStale(30, 32), isStale(30, 28), isStale(undefined, 1)]).toEqual([
      false,
      true,
      true,
      true,
    ])
  })
})

test('the totals of a test run count each test, each file that couldn’t be read, and a run without tests', () => {
  const report = (passed: number, waiting: number, testResults: object[] = []) =>
    JSON.stringify({ numPassedTests: passed, numPendingTests: waiting, numTodoTests: waiting, testResults })
  const failed = { status: 'failed', fullName: 'adds', failureMessages: ['1 is not 2'] }
  const passed = { status: 'passed', fullName: 'takes', failureMessages: [] }
  const late = { ...passed, failureMessages: ['Timeout'] }
  const planted = {
    'good.json': report(3, 1),
    'bad.json': report(3, 0, [
      { status: 'passed', name: path.resolve('a.test.ts'), assertionResults: [passed, late] },
      { status: 'failed', name: path.resolve('b.test.ts'), assertionResults: [failed] },
      { status: 'failed', name: path.resolve('c.test.ts'), message: 'Unreadable', assertionResults: [] },
    ]),
    'empty.json': report(0, 0),
  }
  plant({ kept: [], planted }, ({ folder }) => {
    const outcome = (name: string, code: number, output = '') =>
      readOutcome(path.join(folder, name), { code, output })
    expect(outcome('good.json', 0).counts).toEqual({ passed: 3, failed: 0, skipped: 2 })
    expect(outcome('good.json', 1).counts).toEqual({ passed: 3, failed: 1, skipped: 2 })
    expect(outcome('good.json', 1, 'ok\n⎯ Unhandled Errors ⎯\nBang').failures).toEqual([
      { title: 'an error outside every test', message: 'Unhandled Errors ⎯\nBang' },
    ])
    const { counts, failures, flaky } = outcome('bad.json', 1)
    expect(counts).toEqual({ passed: 3, failed: 2, skipped: 0 })
    expect(failures).toEqual([
      { title: expect.stringMatching(/b\.test\.ts › adds$/), message: '1 is not 2' },
      { title: expect.stringMatching(/c\.test\.ts$/), message: 'Unreadable' },
    ])
    expect(flaky).toEqual([{ title: expect.stringMatching(/a\.test\.ts › takes$/), message: 'Timeout' }])
    expect(outcome('empty.json', 0).counts).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect(outcome('absent.json', 0).counts).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
})

test('in CI the files of a crashed process run once more, those of one that exited don’t', () => {
  const file = path.resolve('server/src/a.test.ts')
  const output = (how: string, errors = 1) =>
    `Vitest caught ${errors} unhandled error during the test run.\nError: [vitest-pool]: Worker forks emitted error.\n` +
    `Caused by: Error: Worker exited unexpectedly with ${how} during started state while running test file ${file}\n`
  const title = path.relative(root, file)
  const crashes = crashesOf(output('signal SIGSEGV'))
  expect(crashes).toEqual([{ title, message: 'ended by signal SIGSEGV' }])
  expect(crashesOf(output('exit code 1'))).toEqual([])
  // The kernel kills a process that uses too much memory.
  expect(crashesOf(output('signal SIGKILL'))).toEqual([])
  expect(crashesOf(output('signal SIGSEGV', 2))).toEqual([])

  const other = { title: 'server/src/b.test.ts › adds', message: '1 is not 2' }
  const outside = { title: 'an error outside every test', message: 'Worker forks emitted error.' }
  const first = {
    counts: { passed: 3, failed: 3, skipped: 0 },
    failures: [{ title, message: '' }, other, outside],
  }
  const good = { counts: { passed: 2, failed: 0, skipped: 0 }, failures: [] }
  expect(joinOutcomes(first, good, crashes)).toEqual({
    counts: { passed: 5, failed: 1, skipped: 0 },
    failures: [other],
    flaky: crashes,
  })
  const silent = { counts: { passed: 0, failed: 1, skipped: 0 } }
  expect(joinOutcomes({ ...first, failures: [] }, silent, crashes).counts.failed).toBe(1)
})

test('specification: a row without a test, an unknown number, a range and a duplicate row are found', () => {
  const lines = '| S1.01 | One. |\n| S1.02 | Two. |\n| SEC-01 | Three. |\n| REL-01 | call | Four. |\n'
  const whole = readSpecification(`${lines}\n# Not built yet\n\n- REL-01: why\n`)
  const titles = (source: string) => titlesOf(source, 'planted.test.tsx')
  const proof =
    "test.each(['S1.09'])(`S1.01 ${x}`, () => {}); describe('group', () => void it('S1.02 SEC-01 b', y))"
  expect(specificationProblems(whole, titles(proof))).toEqual([])
  for (const [source, problem] of [
    [proof.replace('SEC-01', ''), 'SEC-01 is named by no'],
    // A number in a comment, a group's title or another string proves nothing.
    [`${proof.replace('SEC-01', '')} // SEC-01`, 'SEC-01 is named by no'],
    [proof.replace('SEC-01', '').replace('group', 'SEC-01'), 'SEC-01 is named by no'],
    [`${proof.replace('SEC-01', '')}; expect('SEC-01')`, 'SEC-01 is named by no'],
    // Neither does a test without a body.
    [`${proof.replace('SEC-01', '')}; test('SEC-01 later')`, 'SEC-01 is named by no'],
    [proof.replace('S1.02 SEC-01', 'S1.02–SEC-01'), 'a range proves none'],
    [`${proof}; test.concurrent('S1.3', z)`, 'S1.3 is named by a test, but is no line'],
    [`${proof}; test('REL-01', z)`, 'REL-01 is listed as not built, but a test names it'],
  ] as const) {
    expect(specificationProblems(whole, titles(source))).toEqual([expect.stringContaining(problem)])
  }
  for (const word of ['skip(', 'todo(', 'fails(']) {
    const off = titles(proof.replace('it(', ['it', word].join('.')))
    expect(specificationProblems(whole, off)).toEqual([
      "S1.02 is named by no test's title",
      "SEC-01 is named by no test's title",
    ])
  }
  const twice = readSpecification(
    `${lines}| S1.02 | Again. |\n# Not built yet\n- REL-01\n- REL-01\n- REL-02\n`,
  )
  expect(specificationProblems(twice, titles(proof))).toEqual([
    'S1.02 is there twice',
    'REL-01 is listed twice as not built',
    'REL-02 is listed as not built, but no line has this number',
  ])
})

test('where: the files of a feature are found in every layer, and no others', () => {
  const mine = [
    'contract/src/conversations/conversations.ts',
    'server/migrations/0004-conversations.sql',
    'server/src/features/conversations/store.ts',
    'app/src/dashboard/conversations/data.ts',
    'app/locales/sk/conversations.json',
    'widget/src/panel/conversations/conversation-page.tsx',
    'e2e/conversations.test.ts',
  ]
  const matches = findFeature('conversations', [
    ...mine,
    'contract/src/contacts/contacts.ts',
    'server/src/main.ts',
  ])
  expect(matches.flatMap(([, files]) => files)).toEqual(mine)
  expect(findFeature('unicorns', mine)).toEqual([])
})

test('the CI jobs together run every suite', () => {
  const workflow = readFileSync(path.join(root, '.github/workflows/ci.yml'), 'utf8')
  const words = [...workflow.matchAll(/suites: (.*)/g)].flatMap(([, list = '']) => list.split(' '))
  const left = suites.filter(({ name }) => !words.includes(name) && !words.includes(name.replace(/:.*/, '')))
  // The builds are run by the suites that depend on them.
  expect(left.map(({ name }) => name)).toEqual(['build:app', 'build:api', 'build:react', 'build:widget'])
})

test('databases: a pattern that matches no test file is found, and every test runs on at least one', () => {
  const files = globSync('**/*.test.ts', { cwd: path.join(root, 'server'), exclude: ['**/node_modules'] })
  const alternatives = [...onEmbedded, ...onPostgres].flatMap((pattern) => {
    const [before = '', names, after = ''] = pattern.split(/[{}]/)
    return names ? names.split(',').map((name) => before + name + after) : [pattern]
  })
  const isNamed = (pattern: string) => files.some((file) => path.matchesGlob(file, pattern))
  expect(alternatives.filter((pattern) => !isNamed(pattern))).toEqual([])
  expect(isNamed('**/features/no-such-feature/**/*.test.ts')).toBe(false)
  const isLeftOut = (file: string, patterns: string[]) =>
    patterns.some((pattern) => path.matchesGlob(file, pattern))
  expect(files.filter((file) => isLeftOut(file, onEmbedded) && isLeftOut(file, onPostgres))).toEqual([])
})
