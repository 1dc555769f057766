import { createListeners } from '#platform/listeners.ts'

/*
 * The toast store. The toaster is loaded with the first interaction, or with the first toast, because the first
 * paint doesn't need it.
 */

export const toastDuration_ms = 5000
export const toastsMax = 5
/** A closed toast is removed after this time. */
export const toastRemoval_ms = 200

/** How long the last action can be undone by its shortcut, even after its toast is gone. */
const undoable_ms = 60_000

export interface ToastAction {
  label: string
  onClick: () => void
  /** False if the action doesn't undo what the toast reports; the undo key then ignores it. */
  isUndo?: false
}
export interface Toast {
  id: number
  kind: 'success' | 'info' | 'error'
  text: string
  action: ToastAction | undefined
  isOpen: boolean
  created_ms: number
  /** The errors of loading that it reports, which a page may show later; none if it reports an action. */
  loadErrors: readonly unknown[]
}
let current: readonly Toast[] = []
let last = 0
const listeners = createListeners()

/** The newest first. */
export const toasts = () => current
export const onToasts = listeners.subscribe
function setToasts(next: readonly Toast[]) {
  current = next.slice(0, toastsMax)
  listeners.notify()
}
export function closeToast(id: number) {
  setToasts(current.map((toast) => (toast.id === id ? { ...toast, isOpen: false } : toast)))
  setTimeout(() => setToasts(current.filter((toast) => toast.id !== id)), toastRemoval_ms)
}
/** Removes an error that the page shows now; a toast that reports no other one closes. */
export function closeLoadError(error: unknown) {
  const shown = current.find(({ loadErrors }) => loadErrors.includes(error))
  if (!shown) return
  const loadErrors = shown.loadErrors.filter((each) => each !== error)
  if (loadErrors.length === 0) closeToast(shown.id)
  else setToasts(current.map((each) => (each === shown ? { ...each, loadErrors } : each)))
}
/** Removes toasts that have waited longer for the toaster. */
export function dropOldToasts(max_ms: number) {
  const oldest_ms = Date.now() - max_ms
  const recent = current.filter(({ created_ms }) => created_ms >= oldest_ms)
  if (recent.length < current.length) setToasts(recent)
}
/** Removes all toasts and the action that the undo key would revert. */
export function clearToasts() {
  undoable = undefined
  setToasts([])
}
let undoable: { undo: () => void; until_ms: number } | undefined
/** Undoes the last action, once. @returns whether there was one */
export function undoLast(): boolean {
  if (!undoable || Date.now() > undoable.until_ms) return false
  const { undo } = undoable
  undoable = undefined
  undo()
  return true
}
/** Offers to undo an action that is still running, before its toast. @returns withdraws the offer */
export function offerUndo(undo: () => void): () => void {
  const offered = { undo, until_ms: Infinity }
  undoable = offered
  return () => {
    if (undoable === offered) undoable = undefined
  }
}
function show(kind: Toast['kind'], text: string, action?: ToastAction, loadError?: unknown) {
  const id = ++last
  if (action && action.isUndo !== false) {
    const { onClick } = action
    const undo = () => {
      if (undoable?.undo === undo) undoable = undefined
      closeToast(id)
      onClick()
    }
    undoable = { undo, until_ms: Date.now() + undoable_ms }
    action = { ...action, onClick: undo }
  }
  // An error that several calls report is shown once.
  const isSame = (each: Toast) => kind === 'error' && !action && each.kind === kind && each.text === text
  const same = current.filter(isSame)
  // It stays the error of an action if an action reported it too.
  const isOfLoad = loadError !== undefined && same.every((each) => each.loadErrors.length > 0)
  const loadErrors = isOfLoad ? [...same.flatMap((each) => each.loadErrors), loadError] : []
  const created: Toast = { id, kind, text, action, isOpen: true, created_ms: Date.now(), loadErrors }
  setToasts([created, ...current.filter((each) => !isSame(each))])
}
const showKind = (kind: Toast['kind']) => (text: string, action?: ToastAction) => show(kind, text, action)

/** All close after the same time, including errors; beyond five the oldest is removed. */
export const toast = {
  success: showKind('success'),
  info: showKind('info'),
  error: showKind('error'),
  loadError: (text: string, error: unknown) => show('error', text, undefined, error),
}
