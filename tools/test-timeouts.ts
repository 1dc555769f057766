import path from 'node:path'

/**
 * Timeouts of all tests, generous enough for a busy machine. In CI a failed test is retried once; the run lists
 * every test that needed the retry.
 */
export const testTimeouts = {
  setupFiles: [path.join(import.meta.dirname, 'vitest-setup.ts')],
  expect: { poll: { timeout: 30_000 } },
  retry: process.env['CI'] ? 1 : 0,
  testTimeout: 90_000,
  hookTimeout: 120_000,
}
