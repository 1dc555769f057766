import { defineConfig } from 'vitest/config'
import { builds } from './vite/builds.ts'
import { content } from './vite/content/index.ts'
import { islands } from './vite/islands.ts'
import { messages } from './vite/messages.ts'

export default defineConfig({
  plugins: [content(), messages(), islands(), builds()],
  test: {
    name: 'app',
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    setupFiles: ['../tools/patience.ts', './test/patience.ts'],
    expect: { poll: { timeout: 15_000 } },
    retry: process.env['CI'] ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
