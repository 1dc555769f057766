import { useEffect, useState } from 'react'
import { logError } from '#platform/log.ts'
import { finder, type Found, type FoundKind, foundKinds } from './finder.ts'

const searchAfter_ms = 150
const charsMin = 2
export type FoundByKind = Partial<Record<FoundKind, Found[]>>

/**
 * Searches while the user types; previous results stay until new ones arrive.
 *
 * @param isEnabled false in the choices of one command
 */
export function useFound(text: string, isEnabled: boolean): { found: FoundByKind; isSearching: boolean } {
  const search = text.trim()
  const shouldSearch = isEnabled && search.length >= charsMin
  const [state, setState] = useState<{ search: string; found: FoundByKind }>({ search: '', found: {} })
  useEffect(() => {
    const find = finder()?.find
    if (!shouldSearch || !find) return
    let isCurrent = true
    const findAll = async () => {
      const results = await Promise.all(
        foundKinds.map(async (kind) => {
          try {
            return [kind, await find(kind, search)] as const
          } catch (error) {
            logError(`The palette couldn't search ${kind}`, error)
            return [kind, []] as const
          }
        }),
      )
      if (isCurrent) setState({ search, found: Object.fromEntries(results) })
    }
    const timer = setTimeout(() => void findAll(), searchAfter_ms)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [search, shouldSearch])
  if (!shouldSearch) return { found: {}, isSearching: false }
  return { found: state.found, isSearching: state.search !== search }
}
