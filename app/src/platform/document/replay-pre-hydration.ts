import { replayPreHydrationClick } from './pre-hydration-clicks.ts'
import { reportPreHydrationInput, typedFields } from './pre-hydration-input.ts'

/**
 * Reports input and clicks from before hydration, in this order: the button may save the text. Runs after the
 * effect, because during React's own work an event can't hydrate another part.
 */
export function replayPreHydration() {
  setTimeout(() => {
    reportPreHydrationInput(typedFields(document))
    replayPreHydrationClick()
  })
}
