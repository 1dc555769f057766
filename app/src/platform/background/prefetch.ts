import { canPrefetch } from '../document/prefetching.ts'

/** Visible links are prefetched this long after the page has loaded. */
export const prefetchAfter_ms = 1000
/** The most visible links that are prefetched. */
export const prefetchesMax = 6

/** Private pages, and pages whose load has side effects, are never prefetched. */
const personal = /^\/\w+\/(app|auth|verify-email|undo-email-change|invitation|preview)(\/|$)/

/** The URL of a link without its hash; null unless it is another public page in this language. */
function pageOf(link: HTMLAnchorElement): string | null {
  const { origin, pathname, search } = link
  const locale = location.pathname.split('/')[1]
  const isHere = pathname === location.pathname && search === location.search
  const isOurs = origin === location.origin && `${pathname}/`.startsWith(`/${locale}/`)
  if (!isOurs || isHere || link.hasAttribute('download') || personal.test(pathname)) return null
  return pathname + search
}

/**
 * Prefetches pages into the browser's HTTP cache when the pointer or the focus reaches a link.
 * @returns stops it
 */
export function prefetchLinks(): () => void {
  const abort = new AbortController()
  if (!canPrefetch()) return () => {}
  const prefetched = new Set<string>()
  function prefetch(target: EventTarget | null) {
    const link = target instanceof Element ? target.closest('a') : null
    const page = link && pageOf(link)
    if (!page || prefetched.has(page)) return
    prefetched.add(page)
    const hint = document.createElement('link')
    hint.rel = 'prefetch'
    hint.href = page
    document.head.append(hint)
  }
  for (const eventName of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(eventName, ({ target }) => prefetch(target), {
      passive: true,
      signal: abort.signal,
    })
  }
  setTimeout(() => {
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting && prefetched.size < prefetchesMax) prefetch(target)
      }
    })
    for (const link of document.querySelectorAll('a[href]')) observer.observe(link)
    abort.signal.addEventListener('abort', () => observer.disconnect())
  }, prefetchAfter_ms)
  return () => abort.abort()
}
