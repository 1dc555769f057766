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
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    ...calm,
    setupFiles: [...calm.setupFiles, './test/patience.ts'],
  },
})
