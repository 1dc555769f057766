import { useSyncExternalStore } from 'react'

/*
 * What stands beside an open conversation can be put away, to read in peace; kept in this browser. The server
 * draws everything.
 */

type Pane = 'list' | 'contact'
const name = 'ozvi.panes_hidden'
const ears = new Set<() => void>()
let held: string | undefined

function hidden(): string {
  try {
    held ??= localStorage.getItem(name) ?? ''
  } catch {
    held ??= '' // without storage they are hidden for as long as the page is open
  }
  return held
}
export function togglePane(pane: Pane) {
  const names = hidden().split(' ').filter(Boolean)
  held = (names.includes(pane) ? names.filter((each) => each !== pane) : [...names, pane]).join(' ')
  try {
    localStorage.setItem(name, held)
  } catch {
    // Held here all the same.
  }
  for (const ear of ears) ear()
}
function onPanes(ear: () => void) {
  ears.add(ear)
  return () => void ears.delete(ear)
}
export const useIsHidden = (pane: Pane): boolean =>
  useSyncExternalStore(onPanes, hidden, () => '')
    .split(' ')
    .includes(pane)
