import { vi } from 'vitest'

/*
 * Waiting for something is never a measurement: on a machine busy with other work the second that vitest
 * waits by default passes before the thing has had its turn. What never comes still fails, only later.
 */
const wait = vi.waitFor
vi.waitFor = (look, options) =>
  wait(look, typeof options === 'number' ? options : { timeout: 30_000, ...options })
