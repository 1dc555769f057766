import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { areToastsNeeded, needToasts, onToastsNeeded } from './toast.ts'

const Toaster = lazy(() => import('./toaster.tsx').then((module) => ({ default: module.Toaster })))

/** Where toasts appear, once there may be any. */
export function ToastHost() {
  const isNeeded = useSyncExternalStore(onToastsNeeded, areToastsNeeded, () => false)
  useEffect(() => {
    const once = { once: true, passive: true }
    const need = () => void needToasts().catch(() => {})
    addEventListener('pointerdown', need, once)
    addEventListener('keydown', need, once)
    return () => {
      removeEventListener('pointerdown', need)
      removeEventListener('keydown', need)
    }
  }, [])
  return (
    isNeeded && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  )
}
