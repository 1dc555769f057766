import { logError } from '../log.ts'

/**
 * Parts of addresses where the product's own chat is not: inside of a workspace one answers, and does not ask; while
 * one is set up its own chat stands there.
 */
const hideOn = ['app/i/', 'app/onboarding']

/** Puts the product's own chat on the page, once, where it belongs; its script is fetched only there. */
export function addOwnChat() {
  if (hideOn.some((part) => location.pathname.includes(part))) return
  import('../upkeep/own-widget.ts')
    .then(({ addOwnWidget }) => addOwnWidget(hideOn))
    .catch((error: unknown) => logError('The chat could not be put on the page', error))
}
