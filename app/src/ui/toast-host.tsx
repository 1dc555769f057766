import { useEffect, useState, useSyncExternalStore } from 'react'
import { useIsHydrated } from '#platform/document/use-client-hints.tsx'
import { logError } from '#platform/log.ts'
import { lazyModule } from './lazy-modules.ts'
import { dropOldToasts, onToasts, type Toast, toasts } from './toast.ts'

const toaster = lazyModule(() => import('./toaster.tsx'))
const none: readonly Toast[] = []
const retryAfter_ms = 30_000
/** Toasts that have waited longer are out of date. */
const wait_max_ms = 60_000

/**
 * Mounts the toaster before the first toast is needed: one about a lost connection couldn't load it. If it can't be
 * loaded, it is tried again when the network is back, or for waiting toasts after some time.
 */
export function ToastHost() {
  const isHydrated = useIsHydrated()
  const waiting = useSyncExternalStore(onToasts, toasts, () => none)
  const [module, setModule] = useState(toaster.now)
  const [failedAt_ms, setFailedAt_ms] = useState<number>()
  useEffect(() => {
    if (module) return
    const stop = new AbortController()
    const { signal } = stop
    async function load() {
      try {
        const loaded = await toaster.load()
        dropOldToasts(wait_max_ms)
        setModule(loaded)
      } catch (error) {
        logError('Failed to load toasts', error)
        setFailedAt_ms(Date.now())
      }
    }
    function loadForWaiting() {
      dropOldToasts(wait_max_ms)
      if (toasts().length > 0) void load()
    }
    const startLoading = () => void load()
    addEventListener('online', startLoading, { signal })
    if (failedAt_ms === undefined)
      for (const cause of ['pointerdown', 'keydown'])
        addEventListener(cause, startLoading, { signal, once: true, passive: true })
    let timer: ReturnType<typeof setTimeout> | undefined
    if (waiting.length > 0) {
      if (failedAt_ms === undefined) void load()
      else timer = setTimeout(loadForWaiting, failedAt_ms + retryAfter_ms - Date.now())
    }
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [module, waiting, failedAt_ms])
  // The server renders none; the module may be there before the page is hydrated.
  return isHydrated && module && <module.Toaster />
}
