import { can } from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useT } from '#platform/i18n/provider.tsx'
import type { Selection } from '#dashboard/bulk-actions'
import { useCommands } from '#dashboard/commands'
import { rowsIn } from '../data/rows.ts'
import { useInbox } from '../layout/inbox-context.ts'
import type { RowCursor } from './row-cursor.ts'

/** Commands of the list: selecting rows, and marking the focused one as read or unread. */
export function useListCommands({
  rows,
  selection,
  cursor,
  selected,
}: {
  rows: readonly { id: string }[]
  selection: Selection
  cursor: RowCursor
  /** The open conversation. */
  selected: string | undefined
}) {
  const t = useT()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { integration, listPath } = useInbox()
  const currentId = () => cursor.focused() ?? selected
  function extendSelection(step: 1 | -1) {
    const from = cursor.focused()
    const to = cursor.move(step, selected)
    selection.add(...[from, to].flatMap((id) => id ?? []))
  }
  function toggleSelected() {
    const id = currentId()
    if (id) selection.toggle(id)
  }
  /** An open conversation counts as read: marking it as unread closes it. */
  async function toggleUnread() {
    const id = currentId()
    const row = rows.some((each) => each.id === id) && rowsIn(cache).get(id ?? '')
    if (!row) return
    if (row.id === selected) await navigate(listPath)
    const { toggleRead } = await import('../data/toggle-read.ts')
    await toggleRead(cache, row, row.id === selected, t)
  }
  const canSelect = can(integration, 'conversations.answer') && rows.length > 0
  useCommands(
    canSelect
      ? {
          select: toggleSelected,
          select_next: () => extendSelection(1),
          select_previous: () => extendSelection(-1),
          select_all: selection.all,
        }
      : {},
  )
  useCommands(rows.length > 0 ? { unread: () => void toggleUnread() } : {})
}
