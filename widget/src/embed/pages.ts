import type { HostPage } from '../host-messages.ts'

/** Single-page apps set their title shortly after navigating. */
const titleDelay_ms = 300

export const currentPage = (): HostPage => ({ url: location.href, title: document.title })

/** Reports every change of URL without a page load. */
export function watchPages(onPage: (page: HostPage) => void) {
  let url = location.href
  let timer: ReturnType<typeof setTimeout> | undefined
  const checkPage = () => {
    if (location.href === url) return
    url = location.href
    clearTimeout(timer)
    timer = setTimeout(() => onPage(currentPage()), titleDelay_ms)
  }
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name]
    history[name] = function (this: History, ...args: Parameters<History['pushState']>) {
      original.apply(this, args)
      checkPage()
    }
  }
  addEventListener('popstate', checkPage)
  addEventListener('hashchange', checkPage)
}
