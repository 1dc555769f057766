import { vi } from 'vitest'

/*
 * Raises the default timeout of `vi.waitFor` from one second, which is too short on a busy machine. Tests don't
 * measure time with it; a condition that is never met still fails, only later.
 */
const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: 30_000, ...options })
