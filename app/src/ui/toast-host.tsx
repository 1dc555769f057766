import { type ComponentType, lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { logError } from '#platform/log.ts'
import { onToasts, toasts } from './toast.ts'

const Toaster = lazy(() =>
  import('./toaster.tsx').then(
    (module): { default: ComponentType } => ({ default: module.Toaster }),
    (error: unknown) => {
      logError('Failed to load toasts', error)
      return { default: () => null }
    },
  ),
)

/** Mounts the toaster before the first toast is needed: one about a lost connection couldn't load it. */
export function ToastHost() {
  const hasToasts = useSyncExternalStore(
    onToasts,
    () => toasts().length > 0,
    () => false,
  )
  const [isAlive, setAlive] = useState(false)
  useEffect(() => {
    const wake = () => setAlive(true)
    const once = { once: true, passive: true }
    addEventListener('pointerdown', wake, once)
    addEventListener('keydown', wake, once)
    return () => {
      removeEventListener('pointerdown', wake)
      removeEventListener('keydown', wake)
    }
  }, [])
  // Stays mounted once it is, because the last toast needs it while closing.
  const [isNeeded, setNeeded] = useState(false)
  if ((isAlive || hasToasts) && !isNeeded) setNeeded(true)
  return (
    isNeeded && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  )
}
