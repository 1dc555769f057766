import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { queryClient } from '#platform/calls/query-client.ts'
import { clearToasts } from '#ui/toast.ts'

// As for `vi.waitFor`: looking for what should appear is no measurement of how soon it does.
configure({ asyncUtilTimeout: 15_000 })

// jsdom knows no media: the screen is a wide one, with a mouse, in light colours.
if (typeof document !== 'undefined')
  globalThis.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: media.includes('min-width'),
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    })

// Some buttons load what they open; most tests are about its content.
beforeAll(async () => {
  if (typeof document === 'undefined') return
  const { preloadAll: loadAhead } = await import('#ui/lazy-modules.ts')
  await loadAhead()
})

// What a page fetches only when it is needed may still be on its way; read after the end, it would be an error.
afterAll(() => vi.dynamicImportSettled())

// The files of a process share its modules and its document: each test leaves them as it found them.
afterEach(() => {
  if (typeof document === 'undefined') return
  cleanup()
  clearToasts()
  queryClient.clear()
})
