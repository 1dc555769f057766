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
/** Rows that may stand between a question and its answer, such as the notice that an assistant answers. */
const rowsBetween_max = 2

/**
 * Where to scroll so that an answer taller than the view begins in it, under its question. Undefined when the end
 * shows all of it, or when the newest row answers no question of the visitor's.
 */
function answerTop(view: HTMLElement, list: HTMLElement): number | undefined {
  const rows = [...list.children]
  const asked = rows.findLastIndex((row) => row.classList.contains('mine'))
  const question = rows[asked]
  const later = rows.length - 1 - asked
  if (!question || later < 1 || later > rowsBetween_max) return undefined
  const top = question.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop
  return view.scrollHeight - top > view.clientHeight ? top : undefined
}

/**
 * Stays at the end while the visitor is there, but shows a long answer from its beginning. Away from it nothing moves: what comes in above is made up
 * for, and what comes in below is told as news.
 */
export function useScroll({ first_seq, count, isMineLast }: Extent) {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const isStuck = useRef(true)
  const lastTop_px = useRef(0)
  /** Where the newest answer was shown from its beginning. */
  const answerTop_px = useRef<number | null>(null)
  const before = useRef<{ extent: Extent; anchor: HTMLElement | null; top_px: number } | null>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const [hasNews, setNews] = useState(false)

  const toEnd = () => {
    if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight
  }
  useLayoutEffect(() => {
    const was = before.current
    const { current: view } = scroller
    const isNew = count > (was?.extent.count ?? 0)
    const start =
      isStuck.current && isNew && !isMineLast && view && list.current && answerTop(view, list.current)
    if (view && typeof start === 'number') {
      isStuck.current = false
      view.scrollTop = start
      answerTop_px.current = view.scrollTop
    } else if (isStuck.current || (isMineLast && isNew)) toEnd()
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
      const isAtAnswer = answerTop_px.current !== null && Math.abs(scrollTop - answerTop_px.current) < 2
      setAtEnd(isStuck.current || isAtAnswer)
      if (isStuck.current) setNews(false)
    },
  }
}
