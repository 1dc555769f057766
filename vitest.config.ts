import { readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { testTimeouts } from './tools/test-timeouts.ts'

/** For servers that tests start: Node keeps what it compiles. */
const env = { NODE_COMPILE_CACHE: path.join(import.meta.dirname, 'node_modules/.cache/node') }

/**
 * Browser tests are slower: two cores run the server and the browsers. Messages of errors aren't truncated, because a
 * test that passes on its second try prints only the message of the first.
 */
const inBrowser = {
  ...testTimeouts,
  expect: { poll: { timeout: 60_000 } },
  chaiConfig: { truncateThreshold: 0 },
  testTimeout: 240_000,
  hookTimeout: 240_000,
  maxWorkers: 3,
  sequence: { groupOrder: 2 },
  env,
}

/** A group of their own. Next to files that share processes, these would run one at a time. */
const apart = { ...testTimeouts, sequence: { groupOrder: 1 } }

/** Files share their process. These modules have no state, and loading them once saves a third of the server's time. */
const sharedModules = { isolate: false }

/** The group of the app's pages, whose files share processes too. */
const shared = { ...testTimeouts, ...sharedModules, sequence: { groupOrder: 3 } }

/** The slowest files start first, so that no core is idle at the end. */
const longest = `
  pages-server screens consent main-journey onboarding roles access hydration contacts
  kill step-kills scenario-runs nodes bus-connections embedded backup fuzz jobs
  webhooks bulk hostile crash stop disk-full focused-row home-page properties
  sync unpacking migrate sources language-model visibility reply-mails hubspot-steps
  mail-limits plans server-database pictures extractor poison hostile-input
`
  .trim()
  .split(/\s+/)
/**
 * Vitest ends a shared process unless its next file has the same project and environment, and the one that replaces it
 * loads jsdom and all modules again. The files without jsdom therefore follow those with it.
 */
const hasDom = ({ moduleId }: TestSpecification) =>
  readFileSync(moduleId, 'utf8').includes('@vitest-environment jsdom')
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = longest.indexOf(path.basename(moduleId).split('.test.')[0] ?? '')
      return index < 0 ? longest.length : index
    }
    const { true: withDom = [], false: others = [] } = Object.groupBy(await super.sort(files), (file) =>
      hasDom(file) ? 'true' : 'false',
    )
    return [...withDom, ...others].toSorted((a, b) => rank(a) - rank(b))
  }
}

/** The tests of all workspaces, each in the environment of its code. */
export default defineConfig({
  test: {
    // More than the cores, because some tests wait for a timer or a process.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'server',
          root: './server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          globalSetup: path.join(import.meta.dirname, 'server/test/global-setup.ts'),
          ...sharedModules,
          ...testTimeouts,
          env,
        },
      },
      { test: { name: 'contract', root: './contract', include: ['src/**/*.test.ts'], ...shared } },
      { test: { name: 'api', root: './api', include: ['test/**/*.test.ts'], ...apart } },
      { test: { name: 'react', root: './react', include: ['test/**/*.test.ts'], ...apart } },
      { test: { name: 'wire', root: './wire', include: ['src/**/*.test.ts'], ...shared } },
      // They need the app's bundler plugins, which compile the messages.
      './app/vitest.config.ts',
      './app/vitest.pages.config.ts',
      { test: { name: 'widget', root: './widget', include: ['src/**/*.test.{ts,tsx}'], ...shared } },
      // The built widget in a browser, with a server in the same process.
      {
        test: {
          name: 'widget-browser',
          root: './widget',
          include: ['test/**/*.test.ts'],
          globalSetup: path.join(import.meta.dirname, 'widget/test/build-widget.ts'),
          ...sharedModules,
          ...inBrowser,
        },
      },
      {
        test: {
          name: 'tools',
          root: './tools',
          include: ['**/*.test.ts'],
          ...testTimeouts,
        },
      },
      { test: { name: 'bench', root: './bench', include: ['*.test.ts'], ...shared } },
      // The whole product in a browser.
      {
        test: {
          name: 'e2e',
          root: './e2e',
          include: ['**/*.test.ts'],
          globalSetup: path.join(import.meta.dirname, 'e2e/global-setup.ts'),
          ...sharedModules,
          ...inBrowser,
          setupFiles: [...inBrowser.setupFiles, path.join(import.meta.dirname, 'e2e/screenshots.ts')],
        },
      },
    ],
  },
})
