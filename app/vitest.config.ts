import path from 'node:path'
import { defineConfig, type TestUserConfig } from 'vitest/config'
import { testTimeouts } from '../tools/test-timeouts.ts'
import { builds } from './vite/builds.ts'
import { content } from './vite/content/index.ts'
import { islands } from './vite/islands.ts'
import { messages } from './vite/messages.ts'

const checked = path.join(import.meta.dirname, 'test/checked-cn.ts')

/** The app's tests, with the bundler plugins they need. */
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
 * Runs in separate processes: tests of the build and the server, tests that start whole pages with long timers, and
 * tests that use IndexedDB, which other files would share.
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
  // In shared processes these files would run one at a time.
  sequence: { groupOrder: 1 },
})
