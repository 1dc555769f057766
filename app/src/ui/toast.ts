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
  /** The action doesn't undo what the toast reports, so the undo key ignores it. */
  leadsOn?: true
}
export interface Toast {
  id: number
  kind: 'success' | 'info' | 'error'
  text: string
  action: ToastAction | undefined
  isOpen: boolean
}
let current: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

/** The newest first. */
export const toasts = () => current
export function onToasts(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
function setToasts(next: readonly Toast[]) {
  current = next.slice(0, toastsMax)
  for (const listener of listeners) listener()
}
export function closeToast(id: number) {
  setToasts(current.map((toast) => (toast.id === id ? { ...toast, isOpen: false } : toast)))
  setTimeout(() => setToasts(current.filter((toast) => toast.id !== id)), toastRemoval_ms)
}
/** Closes errors with a text that is visible elsewhere. */
export function closeErrors(text: string) {
  for (const { id, kind, text: shown } of current) if (kind === 'error' && shown === text) closeToast(id)
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
const show = (kind: Toast['kind']) => (text: string, action?: ToastAction) => {
  const id = ++last
  if (action && !action.leadsOn) {
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
  setToasts([{ id, kind, text, action, isOpen: true }, ...current.filter((each) => !isSame(each))])
}

/** All close after the same time, including errors; beyond five the oldest is removed. */
export const toast = { success: show('success'), info: show('info'), error: show('error') }
