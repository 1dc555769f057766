import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { clearErrors } from '#platform/calls/error-list.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { unmountOverlays } from '#ui/overlays.tsx'
import { clearToasts } from '#ui/toast.ts'

// As for `vi.waitFor`: looking for what should appear is no measurement of how soon it does.
configure({ asyncUtilTimeout: 15_000 })

// jsdom knows no media: the screen is a wide one, with a mouse, in light colors.
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

// The tests of a file share its modules and its window: each leaves them as it found them.
afterEach(() => {
  if (typeof document === 'undefined') return
  cleanup()
  unmountOverlays()
  clearToasts()
  clearErrors()
  queryClient.clear()
})
// The files of a process share its window. Each begins with its own modules, a fresh document and empty storage.
afterAll(async () => {
  // What a page fetches only when it is needed may still be on its way; read after the end, it would be an error.
  await vi.dynamicImportSettled()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
  if (typeof document === 'undefined') return
  localStorage.clear()
  sessionStorage.clear()
  for (const cookie of document.cookie.split('; '))
    document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`
  history.replaceState(null, '', '/')
  for (const element of [document.documentElement, document.head, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  document.head.replaceChildren()
  document.body.replaceChildren()
})
