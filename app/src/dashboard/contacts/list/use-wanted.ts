import {
  type ContactKind,
  ContactSort,
  type ContactsWanted,
  readContactFilter,
  type SavedView,
  writeContactFilter,
} from '@ozvi/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Wanted } from './contact-list.ts'

const searchAfter_ms = 250
/** An address names a segment alone, or beside what is asked instead of what the segment says. */
const filterNames = ['search', 'kind', 'rules', 'match'] as const

/**
 * What the list is asked for, as the address says it, so that it can be shared and found again. What is typed
 * goes there once the typing rests.
 *
 * @param segments undefined while they are read
 */
export function useWanted(segments: readonly SavedView[] | undefined) {
  const [params, setParams] = useSearchParams()
  const segment = segments?.find(({ id }) => id === params.get('segment'))
  const isAsked = !segment || params.has('rules')
  const filter = readContactFilter(isAsked ? Object.fromEntries(params) : segment.filter)
  const filterTexts = writeContactFilter(filter)
  const isChanged =
    segment !== undefined &&
    filterNames.some(
      (name) => filterTexts[name] !== writeContactFilter(readContactFilter(segment.filter))[name],
    )
  const { search } = filter
  const wanted: Wanted = {
    ...filter,
    sort: ContactSort.options.find((sort) => sort === params.get('sort')) ?? 'last_seen',
  }
  const [text, setText] = useState(search)
  const written = useRef(search)
  const put = (changes: Record<string, string | null>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  /** What is typed goes along, so that it is not asked for later with what was chosen before. */
  function ask(changes: Partial<ContactsWanted>) {
    written.current = text.trim()
    const texts = writeContactFilter({ ...filter, search: written.current, ...changes })
    put({
      ...Object.fromEntries(filterNames.map((name) => [name, texts[name] ?? null])),
      // Beside a segment it is said that something else is asked, even if it is nothing.
      ...(segment ? { rules: texts['rules'] ?? '' } : {}),
    })
  }
  const askTyped = useEffectEvent(() => {
    if (text.trim() !== written.current) ask({})
  })
  // Back and forward, or a link, and the field follows the address.
  useEffect(() => {
    if (search === written.current) return
    written.current = search
    setText(search)
  }, [search])
  useEffect(() => {
    const timer = setTimeout(askTyped, searchAfter_ms)
    return () => clearTimeout(timer)
  }, [text])
  return {
    wanted,
    filterTexts,
    /** The segment that is shown, or that the list has begun from. */
    segment,
    /** The list shows something else than the segment says. */
    isChanged,
    /** The address names a segment, and nobody knows yet what it says. */
    isPending: params.has('segment') && segments === undefined,
    /** What stands in the address of everybody, or of a segment; the order stays. */
    searchOf: (id: string | null) => {
      const next = new URLSearchParams({
        ...(id && { segment: id }),
        ...(params.has('sort') && { sort: wanted.sort }),
      }).toString()
      return next && `?${next}`
    },
    openSegment: (id: string) =>
      put({ segment: id, ...Object.fromEntries(filterNames.map((name) => [name, null])) }),
    /** Whether it is those on the site now, instead of everybody. */
    isOnlineView: params.get('view') === 'online',
    setOnlineView: (isOnline: boolean) => put({ view: isOnline ? 'online' : null }),
    text,
    setText,
    setKind: (kind: ContactKind | null) => ask({ kind: kind ?? undefined }),
    setRules: (next: Pick<ContactsWanted, 'rules' | 'match'>) => ask(next),
    setSort: (sort: ContactSort) => put({ sort: sort === 'last_seen' ? null : sort }),
    clear: () => {
      written.current = ''
      setText('')
      put({ segment: null, ...Object.fromEntries(filterNames.map((name) => [name, null])) })
    },
  }
}
