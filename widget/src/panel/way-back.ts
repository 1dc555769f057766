/** Without a parent frame: opened directly, as links in emails do. */
export const isPage = window.parent === window

const replyMark = 'reply='

/**
 * Reads the token of an email link, and removes it from the URL, which may be logged, stored and copied.
 *
 * @returns `way_back` opens a session; `reply` opens replies and a reply box without one. Both empty without
 * a link.
 */
export function takeLink(): { way_back: string; reply: string } {
  const brought = isPage ? location.hash.slice(1) : ''
  if (brought) history.replaceState(null, '', location.pathname + location.search)
  return brought.startsWith(replyMark)
    ? { way_back: '', reply: brought.slice(replyMark.length) }
    : { way_back: brought, reply: '' }
}
