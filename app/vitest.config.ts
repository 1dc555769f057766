import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { testTimeouts } from '../tools/test-timeouts.ts'
import { builds } from './vite/builds.ts'
import { content } from './vite/content/index.ts'
import { islands } from './vite/islands.ts'
import { messages } from './vite/messages.ts'

const checked = path.join(import.meta.dirname, 'test/checked-cn.ts')

export default defineConfig({
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
    name: 'app',
    maxWorkers: 3,
    // Files that share their processes would make these run one at a time.
    sequence: { groupOrder: 1 },
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    ...testTimeouts,
    setupFiles: [...testTimeouts.setupFiles, './test/patience.ts'],
  },
})
