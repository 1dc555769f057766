import { type ConversationFilter, searchCharsMax } from '@ozvi/contract'
import { usePath } from '#platform/document/page-link.tsx'
import { toSearchParams } from '../list/list-params.ts'
import type { CurrentList } from '../list/saved-views.ts'

/**
 * URLs of the inbox. Those of the list and its conversations keep the list's parameters.
 *
 * @param searchText searched for in all views; null while the list is shown
 */
export function useInboxAddresses(
  integration_id: string,
  { listParams, saved, isChanged }: CurrentList,
  searchText: string | null,
) {
  const to = usePath()
  const basePath = to('app-i-integrationId-conversation', { integrationId: integration_id })
  /** The query string of the current view with another filter. */
  function withFilter(filter: ConversationFilter, more: Record<string, string> = {}): string {
    if (!saved) return toSearchParams({ ...listParams, filter }, more)
    const isUnchanged = !isChanged && filter === listParams.filter
    const list = isUnchanged ? { view: 'all' as const, filter: {} } : { ...listParams, filter }
    return toSearchParams(list, {
      ...(isUnchanged ? {} : { view: listParams.view }),
      saved: saved.id,
      ...more,
    })
  }
  /** The query string of the current list with another search. */
  const withSearch = (text: string | null) =>
    withFilter(listParams.filter, text === null ? {} : { search: text.slice(0, searchCharsMax) })
  const current = withSearch(searchText)
  const listPath = basePath + current
  return {
    withFilter,
    withSearch,
    /** Changes with the list or its search. */
    current,
    basePath,
    listPath,
    savedPath: (id: string) => `${basePath}?saved=${id}`,
    pathOf(id: string, seq?: number) {
      const path = to('app-i-integrationId-conversation-id', { integrationId: integration_id, id })
      if (seq === undefined) return path + current
      return `${path}${current}${current ? '&' : '?'}at=${seq}`
    },
  }
}
export type InboxAddresses = ReturnType<typeof useInboxAddresses>
