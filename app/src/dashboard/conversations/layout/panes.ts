import { createLocalStorageValue } from '#platform/storage/local-storage-value.ts'

/* Panes next to a conversation can be hidden. The server renders all of them. */

type Pane = 'list' | 'contact'
const hidden = createLocalStorageValue('ozvi.hidden_panes', 'ozvi.panes_hidden')
const namesIn = (choice: string) => choice.split(' ').filter(Boolean)

export function togglePane(pane: Pane) {
  const names = namesIn(hidden.read())
  hidden.save((names.includes(pane) ? names.filter((each) => each !== pane) : [...names, pane]).join(' '))
}
export const useIsHidden = (pane: Pane): boolean => namesIn(hidden.use()).includes(pane)
