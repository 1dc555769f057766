import path from 'node:path'

/**
 * How patient every workspace's tests are, on a machine that does other things as well. In CI nothing is refused
 * because the machine stumbled once; the run names every test that needed a second try.
 */
export const testTimeouts = {
  setupFiles: [path.join(import.meta.dirname, 'patience.ts')],
  expect: { poll: { timeout: 30_000 } },
  retry: process.env['CI'] ? 1 : 0,
  testTimeout: 90_000,
  hookTimeout: 120_000,
}
