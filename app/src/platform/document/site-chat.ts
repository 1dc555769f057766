import { logError } from '../log.ts'

/**
 * Paths without the product's own chat: inside a workspace, where the user is the one who answers, and in
 * onboarding, which shows the new chat.
 */
const hideOn = ['app/i/', 'app/onboarding']

/** Adds the product's own chat to the page once, unless the path excludes it. */
export function loadSiteChat() {
  if (hideOn.some((part) => location.pathname.includes(part))) return
  import('../background/site-chat-widget.ts')
    .then(({ addSiteChatWidget }) => addSiteChatWidget(hideOn))
    .catch((error: unknown) => logError('Failed to load the chat', error))
}
