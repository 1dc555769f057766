/** No page is around the frame: it was opened by its own address, as links in mails do. */
export const isPage = window.parent === window

const replyMark = 'reply='

/**
 * What the link of a mail brings along; removed from the address right away, which is logged, kept and copied.
 *
 * @returns `way_back` opens a session; `reply` opens replies and a reply box without one. Both empty without a link.
 */
export function takeLink(): { way_back: string; reply: string } {
  const brought = isPage ? location.hash.slice(1) : ''
  if (brought) history.replaceState(null, '', location.pathname + location.search)
  return brought.startsWith(replyMark)
    ? { way_back: '', reply: brought.slice(replyMark.length) }
    : { way_back: brought, reply: '' }
}
