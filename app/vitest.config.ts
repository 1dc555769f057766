import path from 'node:path'
import { defineConfig, type TestUserConfig } from 'vitest/config'
import { testTimeouts } from '../tools/test-timeouts.ts'
import { builds } from './vite/builds.ts'
import { content } from './vite/content/index.ts'
import { islands } from './vite/islands.ts'
import { messages } from './vite/messages.ts'

const checked = path.join(import.meta.dirname, 'test/checked-cn.ts')

/** The app's tests, with the bundler plugins that they need. */
export const appTests = (test: TestUserConfig) =>
  defineConfig({
    plugins: [
      content(),
      messages(),
      islands(),
      builds(),
      {
        name: 'checked-cn',
        enforce: 'pre',
        resolveId: (id) => (id.endsWith('/cn.ts') ? checked : undefined),
      },
    ],
    test: {
      maxWorkers: 3,
      ...testTimeouts,
      setupFiles: [...testTimeouts.setupFiles, './test/vitest-setup.ts'],
      ...test,
    },
  })

/**
 * Tests of the build and the server, those that start whole pages, whose timers outlast the test, and those with
 * IndexedDB, which the pages of later files would use.
 */
export const apart = [
  'src/*.test.{ts,tsx}',
  'src/dashboard/conversations/outbox/outbox.test.ts',
  'src/dashboard/files/stored-attachments.test.tsx',
  'src/platform/background/*.test.{ts,tsx}',
  'src/platform/hydrate.test.tsx',
  'test/**/*.test.ts',
]

export default appTests({
  name: 'app',
  include: apart,
  // Files that share their processes would make these run one at a time.
  sequence: { groupOrder: 1 },
})
