/** Whether the panel is the page itself, as when a link in an email opens it, and not in a frame. */
export const isPage = window.parent === window

const replyPrefix = 'reply='

/**
 * Reads the token of an email link, and removes it from the URL, which may be logged, stored and copied.
 *
 * @returns `return_token` opens a session; `reply` opens replies and a reply box without one. Both empty without
 * a link.
 */
export function readReturnLink(): { return_token: string; reply: string } {
  const fragment = isPage ? location.hash.slice(1) : ''
  if (fragment) history.replaceState(null, '', location.pathname + location.search)
  return fragment.startsWith(replyPrefix)
    ? { return_token: '', reply: fragment.slice(replyPrefix.length) }
    : { return_token: fragment, reply: '' }
}
