/*
 * Short news at the edge of the app. Here is only what they are; what draws them comes with the first sign of
 * life on a page, or with the first of them: nothing a first paint waits for needs it.
 */

export const toastDuration_ms = 5000
export const toastsMax = 5
/** A toast that was closed is gone after this long. */
export const toastRemoval_ms = 200

export interface ToastAction {
  label: string
  onClick: () => void
}
export interface Toast {
  id: number
  kind: 'success' | 'info' | 'error'
  text: string
  action: ToastAction | undefined
  isOpen: boolean
}
let kept: readonly Toast[] = []
let last = 0
const ears = new Set<() => void>()

/** The newest first. */
export const toasts = () => kept
export function onToasts(ear: () => void) {
  ears.add(ear)
  return () => void ears.delete(ear)
}
function keep(next: readonly Toast[]) {
  kept = next.slice(0, toastsMax)
  for (const ear of ears) ear()
}
export function closeToast(id: number) {
  keep(kept.map((toast) => (toast.id === id ? { ...toast, isOpen: false } : toast)))
  setTimeout(() => keep(kept.filter((toast) => toast.id !== id)), toastRemoval_ms)
}
const say = (kind: Toast['kind']) => (text: string, action?: ToastAction) =>
  keep([{ id: ++last, kind, text, action, isOpen: true }, ...kept])

/** An error stays until closed; of more than five the oldest goes. */
export const toast = { success: say('success'), info: say('info'), error: say('error') }
