import { ContactKind, ContactSort } from '@ozvi/contract'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type ColumnName, columnsText, readColumns } from './columns.ts'
import type { Wanted } from './contact-list.ts'

const searchAfter_ms = 250
const searchCharsMax = 200

/**
 * What the list is asked for, as the address says it, so that it can be shared and found again. What is typed
 * goes there once the typing rests.
 */
export function useWanted() {
  const [params, setParams] = useSearchParams()
  const search = (params.get('search') ?? '').slice(0, searchCharsMax)
  const wanted: Wanted = {
    search,
    kind: ContactKind.options.find((kind) => kind === params.get('kind')) ?? null,
    sort: ContactSort.options.find((sort) => sort === params.get('sort')) ?? 'last_seen',
  }
  const [text, setText] = useState(search)
  const written = useRef(search)
  const put = (changes: Record<string, string | null>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace: true },
    )
  // Back and forward, or a link, and the field follows the address.
  useEffect(() => {
    if (search === written.current) return
    written.current = search
    setText(search)
  }, [search])
  useEffect(() => {
    const next = text.trim()
    if (next === written.current) return
    const timer = setTimeout(() => {
      written.current = next
      put({ search: next })
    }, searchAfter_ms)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- what is typed is what it waits for
  }, [text])
  return {
    wanted,
    /** Whether it is those on the site now, instead of everybody. */
    isOnlineView: params.get('view') === 'online',
    setOnlineView: (isOnline: boolean) => put({ view: isOnline ? 'online' : null }),
    columns: readColumns(params.get('columns')),
    setColumns: (columns: readonly ColumnName[]) => put({ columns: columnsText(columns) }),
    text,
    setText,
    setKind: (kind: ContactKind | null) => put({ kind }),
    setSort: (sort: ContactSort) => put({ sort: sort === 'last_seen' ? null : sort }),
    clear: () => {
      written.current = ''
      setText('')
      put({ search: null, kind: null })
    },
  }
}
