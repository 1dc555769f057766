/** No page is around the frame: it was opened by its own address, as links in mails do. */
export const isPage = window.parent === window

/** What the link of a mail brings along; gone from the address at once, which is told, kept and copied. */
export function takeWayBack(): string {
  const way_back = isPage ? location.hash.slice(1) : ''
  if (way_back) history.replaceState(null, '', location.pathname + location.search)
  return way_back
}
