import { inboxViews, type SavedView } from '@ozvi/contract'
import { useNavigate } from 'react-router'
import { useT } from '#platform/i18n/provider.tsx'
import { useCommands } from '#dashboard/commands'
import type { RowCursor } from '../list/row-cursor.ts'
import { toSearchParams } from '../list/list-params.ts'
import type { InboxAddresses } from './use-inbox-addresses.ts'
import { togglePane } from './panes.ts'

/** Commands of the inbox, with or without an open conversation. */
export function useInboxCommands({
  addresses: { basePath, listPath, savedPath },
  views,
  cursor,
  selected,
  onSearch,
}: {
  addresses: InboxAddresses
  views: readonly SavedView[]
  cursor: RowCursor
  /** The open conversation. */
  selected: string | undefined
  onSearch: () => void
}) {
  const t = useT()
  const navigate = useNavigate()
  function closeConversation(id: string) {
    void navigate(listPath)
    cursor.focus(id)
  }
  const lists = [
    ...inboxViews.map((view) => ({
      key: `view:${view}`,
      name: t(`conversations.view_${view}`),
      path: basePath + toSearchParams({ view, filter: {} }),
    })),
    ...views.map(({ id, name }) => ({ key: `view:${id}`, name, path: savedPath(id) })),
  ]
  useCommands(
    {
      next: () => cursor.move(1, selected),
      previous: () => cursor.move(-1, selected),
      search: onSearch,
      toggle_list: selected ? () => togglePane('list') : undefined,
      back: selected ? () => closeConversation(selected) : undefined,
    },
    lists.map(({ key, name, path }) => ({
      group: 'list' as const,
      key,
      label: t('search.view_open', { name }),
      run: () => void navigate(path),
    })),
  )
}
