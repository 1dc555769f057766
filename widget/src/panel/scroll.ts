import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** So near to the end counts as being there. */
const nearEnd_px = 80

export function useVisibility(): boolean {
  const [isVisible, setVisible] = useState(!document.hidden)
  useEffect(() => {
    const look = () => setVisible(!document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isVisible
}

interface Extent {
  /** First entry held; smaller than before: older ones came in above. */
  first_seq: number
  count: number
  /** The newest entry is the visitor's own, just written. */
  isMineLast: boolean
}
/**
 * Stays at the end while the visitor is there. Away from it nothing moves: what comes in above is made up
 * for, and what comes in below is told as news.
 */
export function useScroll({ first_seq, count, isMineLast }: Extent) {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const isStuck = useRef(true)
  const lastTop_px = useRef(0)
  const before = useRef<{ extent: Extent; anchor: HTMLElement | null; top_px: number } | null>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const [hasNews, setNews] = useState(false)

  const toEnd = () => {
    if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight
  }
  useLayoutEffect(() => {
    const was = before.current
    const { current: view } = scroller
    if (isStuck.current || (isMineLast && count > (was?.extent.count ?? 0))) toEnd()
    else if (view && was?.anchor && first_seq < was.extent.first_seq)
      view.scrollTop += was.anchor.offsetTop - was.top_px
    else if (was && count > was.extent.count) setNews(true)
    const anchor = list.current?.querySelector<HTMLElement>('li:not(.day)') ?? null
    before.current = { extent: { first_seq, count, isMineLast }, anchor, top_px: anchor?.offsetTop ?? 0 }
  }, [first_seq, count, isMineLast])
  useEffect(() => {
    // Answers grow, the keyboard comes, lines wrap anew.
    const observer = new ResizeObserver(() => isStuck.current && toEnd())
    for (const element of [scroller.current, scroller.current?.firstElementChild])
      if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return {
    scroller,
    list,
    isAtEnd,
    hasNews,
    toEnd,
    onScroll() {
      const { scrollTop, scrollHeight, clientHeight } = scroller.current ?? document.body
      // Only who goes up leaves the end: what grows below is told of by the observer, after this.
      const hasGoneUp = scrollTop < lastTop_px.current
      lastTop_px.current = scrollTop
      isStuck.current =
        scrollHeight - scrollTop - clientHeight < nearEnd_px || (isStuck.current && !hasGoneUp)
      setAtEnd(isStuck.current)
      if (isStuck.current) setNews(false)
    },
  }
}
