import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Distance that counts as being at the end. */
const nearEnd_px = 80

export function useVisibility(): boolean {
  const [isVisible, setVisible] = useState(!document.hidden)
  useEffect(() => {
    const theme = () => setVisible(!document.hidden)
    document.addEventListener('visibilitychange', theme)
    return () => document.removeEventListener('visibilitychange', theme)
  }, [])
  return isVisible
}

interface Extent {
  /** First loaded entry; decreases when older ones were added above. */
  first_seq: number
  count: number
  /** The newest entry is the visitor's own new message. */
  isMineLast: boolean
}
/** Rows allowed between a question and its answer, such as the AI notice. */
const rowsBetween_max = 2

/**
 * The scroll position at which an answer taller than the view starts, with its question above. Undefined if
 * the end shows all of it, or the newest row doesn't answer a question.
 */
function answerTop(view: HTMLElement, list: HTMLElement): number | undefined {
  const rows = [...list.children]
  const lastOwnIndex = rows.findLastIndex((row) => row.classList.contains('mine'))
  const question = rows[lastOwnIndex]
  const later = rows.length - 1 - lastOwnIndex
  if (!question || later < 1 || later > rowsBetween_max) return undefined
  const top = question.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop
  return view.scrollHeight - top > view.clientHeight ? top : undefined
}

/**
 * Stays at the end while the visitor is there, but shows a long answer from its start. Otherwise nothing
 * moves: entries added above are compensated, and new ones below are announced.
 */
export function useScroll({ first_seq, count, isMineLast }: Extent) {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const isStuck = useRef(true)
  const lastTop_px = useRef(0)
  /** Position at which the newest answer was shown from its start. */
  const answerTop_px = useRef<number | null>(null)
  const before = useRef<{ extent: Extent; anchor: HTMLElement | null; top_px: number } | null>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const [hasNewMessages, setNews] = useState(false)

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
    // Answers grow, the keyboard opens, lines wrap.
    const observer = new ResizeObserver(() => isStuck.current && toEnd())
    for (const element of [scroller.current, scroller.current?.firstElementChild])
      if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return {
    scroller,
    list,
    isAtEnd,
    hasNewMessages,
    toEnd,
    onScroll() {
      const { scrollTop, scrollHeight, clientHeight } = scroller.current ?? document.body
      // Only scrolling up leaves the end; growth below is reported by the observer afterwards.
      const hasScrolledUp = scrollTop < lastTop_px.current
      lastTop_px.current = scrollTop
      isStuck.current =
        scrollHeight - scrollTop - clientHeight < nearEnd_px || (isStuck.current && !hasScrolledUp)
      const isAtAnswer = answerTop_px.current !== null && Math.abs(scrollTop - answerTop_px.current) < 2
      setAtEnd(isStuck.current || isAtAnswer)
      if (isStuck.current) setNews(false)
    },
  }
}
