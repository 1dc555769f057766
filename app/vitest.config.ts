import { defineConfig } from 'vitest/config'
import { calm } from '../tools/calm.ts'
import { builds } from './vite/builds.ts'
import { content } from './vite/content/index.ts'
import { islands } from './vite/islands.ts'
import { messages } from './vite/messages.ts'

export default defineConfig({
  plugins: [content(), messages(), islands(), builds()],
  test: {
    name: 'app',
    // One more than there are cores: much of each small file is waiting for a process to begin.
    maxWorkers: 3,
    sequence: { groupOrder: 1 },
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    ...calm,
    setupFiles: [...calm.setupFiles, './test/patience.ts'],
  },
})
