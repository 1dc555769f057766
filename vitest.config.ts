import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { testTimeouts } from './tools/test-timeouts.ts'

/** Everything in a browser is slower where two cores run it, the server and the browser. */
const inBrowser = {
  ...testTimeouts,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  maxWorkers: 2,
  sequence: { groupOrder: 2 },
}

/** Beside files that share their processes these would come one at a time. */
const apart = { ...testTimeouts, sequence: { groupOrder: 1 } }

/** The server's modules keep nothing between two products of one process; to read them once saves a third. */
const readOnce = { isolate: false }

/** What takes longest begins first, so that one core does not wait for the other in the end. */
const longest = ['screens', 'consent', 'kill', 'nodes', 'embedded', 'backup', 'jobs']
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.indexOf(path.basename(moduleId, '.test.ts'))
      return place < 0 ? longest.length : place
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

/** Every workspace's tests; each brings the environment its code runs in. */
export default defineConfig({
  test: {
    // One more than there are cores: some wait for a clock or for a process to begin.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'server',
          root: './server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          globalSetup: path.join(import.meta.dirname, 'server/test/global-setup.ts'),
          ...readOnce,
          ...testTimeouts,
        },
      },
      { test: { name: 'contract', root: './contract', include: ['src/**/*.test.ts'], ...apart } },
      { test: { name: 'wire', root: './wire', include: ['src/**/*.test.ts'], ...apart } },
      // Its bundler's plugins read the words.
      './app/vitest.config.ts',
      { test: { name: 'widget', root: './widget', include: ['src/**/*.test.{ts,tsx}'], ...apart } },
      // The built widget, in a browser, before a product in memory.
      {
        test: {
          name: 'widget-browser',
          root: './widget',
          include: ['test/**/*.test.ts'],
          globalSetup: path.join(import.meta.dirname, 'widget/test/build-widget.ts'),
          ...readOnce,
          ...inBrowser,
        },
      },
      { test: { name: 'tools', root: './tools', include: ['**/*.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'bench', root: './bench', include: ['*.test.ts'], ...apart } },
      // The whole product, in a browser.
      {
        test: {
          name: 'e2e',
          root: './e2e',
          include: ['**/*.test.ts'],
          globalSetup: path.join(import.meta.dirname, 'e2e/global-setup.ts'),
          ...readOnce,
          ...inBrowser,
          setupFiles: [...inBrowser.setupFiles, path.join(import.meta.dirname, 'e2e/screenshots.ts')],
        },
      },
    ],
  },
})
