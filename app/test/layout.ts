import { vi } from 'vitest'

/*
 * Page tests have no layout, and a virtual list renders only what fits. Here every element is as large as a tall
 * window and every row a small part of it, so that lists of a screenful are rendered completely.
 */
const window_px = 2_000
const row_px = 80
const heightOf = (element: Element) => (element.matches('li, [role=presentation]') ? row_px : window_px)

class FixedResizeObserver implements ResizeObserver {
  #report: ResizeObserverCallback
  constructor(report: ResizeObserverCallback) {
    this.#report = report
  }
  observe(target: Element) {
    const entry = { target, contentRect: { width: window_px, height: heightOf(target) } }
    // Resize observers use only this part of an entry.
    queueMicrotask(() => this.#report([entry as unknown as ResizeObserverEntry], this))
  }
  unobserve() {}
  disconnect() {}
}
export function mockLayout() {
  vi.stubGlobal('ResizeObserver', FixedResizeObserver)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return heightOf(this)
  })
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(window_px)
  // Without one an element counts as hidden, with unknown size.
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body)
  HTMLElement.prototype.scrollTo ??= () => {}
  Element.prototype.scrollIntoView ??= () => {}
}
