import type { toast as Sonner } from 'sonner'
import { logError } from '#platform/log.ts'

/*
 * The library behind toasts comes with the first sign of life on a page, or with the first toast: nothing a
 * first paint waits for needs it, and one about a lost connection then finds it there.
 */

export const toastDuration_ms = 5000
export const toastsMax = 5

let library: Promise<typeof Sonner> | undefined
const ears = new Set<() => void>()
/** Whether the place where toasts appear must be there. */
export const areToastsNeeded = () => library !== undefined
export function onToastsNeeded(ear: () => void) {
  ears.add(ear)
  return () => void ears.delete(ear)
}
export function needToasts(): Promise<typeof Sonner> {
  if (!library) {
    library = import('sonner').then(({ toast }) => toast)
    library.catch((error: unknown) => {
      library = undefined // the next one tries again
      logError('Toasts could not be loaded', error)
    })
    for (const ear of ears) ear()
  }
  return library
}

let shown: (string | number)[] = []
interface Action {
  label: string
  onClick: () => void
}
async function say(kind: 'success' | 'info' | 'error', text: string, action: Action | undefined) {
  const sonner = await needToasts().catch(() => undefined)
  if (!sonner) return
  const id = sonner[kind](text, {
    ...(kind === 'error' ? { duration: Number.POSITIVE_INFINITY } : {}),
    ...(action ? { action } : {}),
  })
  shown = [...shown, id]
  while (shown.length > toastsMax) sonner.dismiss(shown.shift())
}
/** Short news at the edge of the app. An error stays until closed; at most five are kept. */
export const toast = {
  success: (text: string, action?: Action) => void say('success', text, action),
  info: (text: string, action?: Action) => void say('info', text, action),
  error: (text: string, action?: Action) => void say('error', text, action),
}
