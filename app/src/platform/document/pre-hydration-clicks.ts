declare global {
  interface Window {
    /** Set by `preHydrationClicks`; removed by React. */
    replayClick?: () => void
  }
}

/**
 * Runs in the head: a button clicked before hydration has no handler yet, so its click is held. Only the last one
 * counts. Links work without React, and forms are held by `preHydrationForms`.
 *
 * @param scope selector of what React hydrates
 */
export const preHydrationClicks = (scope: 'body' | '[data-island]') =>
  `(function(){var held;function hold(e){var b=e.target.closest('${scope} button:not([type=submit])');if(b){e.preventDefault();e.stopImmediatePropagation();held=b}}addEventListener('click',hold,true);window.replayClick=function(){removeEventListener('click',hold,true);if(held&&held.isConnected){held.dispatchEvent(new PointerEvent('pointerdown',{bubbles:true,cancelable:true}));held.click()}held=null}})()`

/** Repeats the held click. React hydrates the clicked part first if necessary. Menus open on `pointerdown`. */
export function replayPreHydrationClick() {
  window.replayClick?.()
  delete window.replayClick
}
