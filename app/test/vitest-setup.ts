import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { clearErrors } from '#platform/calls/error-list.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { clearEntities } from '#platform/entities.ts'
import { unmountOverlays } from '#ui/overlays.tsx'
import { clearToasts } from '#ui/toast.ts'

// As for `vi.waitFor` in tools/vitest-setup.ts: the default is too short on a busy machine.
configure({ asyncUtilTimeout: 15_000 })

// jsdom has no media queries: a wide screen with a mouse, in light mode.
if (typeof document !== 'undefined')
  globalThis.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: media.includes('min-width'),
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    })

// Loads lazy components up front: most tests are about their content.
beforeAll(async () => {
  if (typeof document === 'undefined') return
  const { preloadAll } = await import('#ui/lazy-modules.ts')
  await preloadAll()
})

// The tests of a file share its modules and its window, so each test resets them.
afterEach(() => {
  if (typeof document === 'undefined') return
  cleanup()
  unmountOverlays()
  clearToasts()
  clearErrors()
  queryClient.clear()
  clearEntities(queryClient)
})
// The files of a process share its window. Each starts with its own modules, an empty document and empty storage.
afterAll(async () => {
  // Pending lazy imports would fail after the end of the test.
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
