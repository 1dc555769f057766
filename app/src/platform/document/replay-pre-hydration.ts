import { replayPreHydrationClick } from './pre-hydration-clicks.ts'
import { reportPreHydrationInput } from './pre-hydration-input.ts'

/**
 * Reports what was typed and clicked before hydration, in this order: the button may save the text. An effect is part
 * of React's own work, in which React can't hydrate a further part for an event, so this runs after it.
 */
export function replayPreHydration() {
  setTimeout(() => {
    reportPreHydrationInput(document)
    replayPreHydrationClick()
  })
}
