import { vi } from 'vitest'

/** Stubs `matchMedia`, which jsdom doesn't have: every query has this result, and it never changes. */
export const stubMatchMedia = (matches: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener: () => {}, removeEventListener: () => {} }))
