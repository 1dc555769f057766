import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Blocker, type BlockerFunction, useBlocker } from 'react-router'
import { closeLastDialog, hasOpenDialog, onOpenDialogs } from './open-dialogs.ts'
import { createListeners } from '#platform/listeners.ts'

/*
 * While a dialog or drawer is open, going back closes it and the page stays. The router has a single blocker, so a
 * page that blocks navigation does both.
 */

const idle: Blocker = { state: 'unblocked', proceed: undefined, reset: undefined, location: undefined }
const never = () => false
/** Mounted pages with a blocker of their own. */
let pageBlockers = 0
const listeners = createListeners()
function countPages(change: 1 | -1) {
  pageBlockers += change
  listeners.notify()
}

/** @returns the blocker of navigation that `isAsked` is true for */
function useDialogBlocker(isAsked: BlockerFunction): Blocker {
  const [isByDialog, setByDialog] = useState(false)
  const blocker = useBlocker((navigation) => {
    const closesDialog = navigation.historyAction === 'POP' && hasOpenDialog()
    setByDialog(closesDialog)
    return closesDialog || isAsked(navigation)
  })
  useEffect(() => {
    if (!isByDialog || blocker.state !== 'blocked') return
    blocker.reset()
    closeLastDialog()
  }, [isByDialog, blocker])
  return isByDialog ? idle : blocker
}

/** Like the router's `useBlocker`, which pages must not use besides. */
export function usePageBlocker(isAsked: BlockerFunction): Blocker {
  useEffect(() => {
    countPages(1)
    return () => countPages(-1)
  }, [])
  return useDialogBlocker(isAsked)
}

/** For pages without a blocker. */
export function CloseDialogOnBack() {
  const isNeeded = useSyncExternalStore(
    onNeeded,
    () => pageBlockers === 0 && hasOpenDialog(),
    () => false,
  )
  return isNeeded && <DialogBlocker />
}
function onNeeded(listener: () => void) {
  const stops = [listeners.subscribe(listener), onOpenDialogs(listener)]
  return () => stops.forEach((stop) => stop())
}
function DialogBlocker() {
  useDialogBlocker(never)
  return null
}
