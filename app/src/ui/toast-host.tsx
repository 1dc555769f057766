import { useEffect, useState, useSyncExternalStore } from 'react'
import { logError } from '#platform/log.ts'
import { lazyModule } from './lazy-modules.ts'
import { onToasts, type Toast, toasts } from './toast.ts'

const toaster = lazyModule(() => import('./toaster.tsx'))
const none: readonly Toast[] = []

/**
 * Mounts the toaster before the first toast is needed: one about a lost connection couldn't load it. If it can't be
 * loaded, the next toast, interaction or network tries again.
 */
export function ToastHost() {
  const waiting = useSyncExternalStore(onToasts, toasts, () => none)
  const [module, setModule] = useState(toaster.now)
  useEffect(() => {
    if (module) return
    const load = () =>
      void toaster.load().then(setModule, (error: unknown) => logError('Failed to load toasts', error))
    if (waiting.length > 0) load()
    const causes = ['pointerdown', 'keydown', 'online'] as const
    for (const cause of causes) addEventListener(cause, load, { passive: true })
    return () => {
      for (const cause of causes) removeEventListener(cause, load)
    }
  }, [module, waiting])
  return module && <module.Toaster />
}
