import { keptChoice } from '#platform/storage/kept-choice.ts'

/* Panes next to a conversation can be hidden. The server renders all of them. */

type Pane = 'list' | 'contact'
const hidden = keptChoice('ozvi.panes_hidden')
const namesIn = (choice: string) => choice.split(' ').filter(Boolean)

export function togglePane(pane: Pane) {
  const names = namesIn(hidden.read())
  hidden.keep((names.includes(pane) ? names.filter((each) => each !== pane) : [...names, pane]).join(' '))
}
export const useIsHidden = (pane: Pane): boolean => namesIn(hidden.use()).includes(pane)
