import { useEffect, useState } from 'react'
import { logError } from '#platform/log.ts'
import { finder, type SearchResult, type SearchKind, searchKinds } from './finder.ts'

const searchAfter_ms = 150
const charsMin = 2
export type ResultsByKind = Partial<Record<SearchKind, SearchResult[]>>

/**
 * Searches while the user types; previous results stay until new ones arrive.
 *
 * @param isEnabled false in the choices of one command
 */
export function useSearchResults(
  text: string,
  isEnabled: boolean,
): { results: ResultsByKind; isSearching: boolean } {
  const search = text.trim()
  const shouldSearch = isEnabled && search.length >= charsMin
  const [state, setState] = useState<{ search: string; results: ResultsByKind }>({ search: '', results: {} })
  useEffect(() => {
    const find = finder()?.find
    if (!shouldSearch || !find) return
    let isCurrent = true
    const findAll = async () => {
      const results = await Promise.all(
        searchKinds.map(async (kind) => {
          try {
            return [kind, await find(kind, search)] as const
          } catch (error) {
            logError(`The palette couldn't search ${kind}`, error)
            return [kind, []] as const
          }
        }),
      )
      if (isCurrent) setState({ search, results: Object.fromEntries(results) })
    }
    const timer = setTimeout(() => void findAll(), searchAfter_ms)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [search, shouldSearch])
  if (!shouldSearch) return { results: {}, isSearching: false }
  return { results: state.results, isSearching: state.search !== search }
}
