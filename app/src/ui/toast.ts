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
  created_ms: number
  /** Reports what couldn't be loaded; a page may show that later. */
  isOfLoad: boolean
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
/** Closes load errors with a text that the page shows now. */
export function closeLoadErrors(text: string) {
  for (const { id, isOfLoad, text: shown } of current) if (isOfLoad && shown === text) closeToast(id)
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
function show(kind: Toast['kind'], text: string, action?: ToastAction, isOfLoad = false) {
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
  // It stays the error of an action if an action reported it too.
  isOfLoad &&= current.every((each) => !isSame(each) || each.isOfLoad)
  const created: Toast = { id, kind, text, action, isOpen: true, created_ms: Date.now(), isOfLoad }
  setToasts([created, ...current.filter((each) => !isSame(each))])
}
const showKind = (kind: Toast['kind']) => (text: string, action?: ToastAction) => show(kind, text, action)

/** All close after the same time, including errors; beyond five the oldest is removed. */
export const toast = {
  success: showKind('success'),
  info: showKind('info'),
  error: showKind('error'),
  loadError: (text: string) => show('error', text, undefined, true),
}
