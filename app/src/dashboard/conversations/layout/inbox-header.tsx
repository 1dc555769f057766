import { can } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { IconButton } from '#ui/button.tsx'
import { runCommand } from '#dashboard/commands'
import { FilterButton } from '../list/filter-button.tsx'
import { ViewMenu } from '../list/view-menu.tsx'
import { useInbox } from './inbox-context.ts'

/**
 * One line above the list: its view, and what can be done with the list.
 *
 * @param onSelect starts selecting rows by touch; undefined where no rows can be selected
 */
export function InboxHeader({
  onSearch,
  onSelect,
}: {
  onSearch: () => void
  onSelect: (() => void) | undefined
}) {
  const t = useT()
  const { integration } = useInbox()
  return (
    <div className="flex h-12 shrink-0 items-center justify-between gap-2 border-b border-line px-4 touch:h-13">
      <ViewMenu />
      <div className="-mr-1.5 flex items-center">
        <IconButton
          icon="search"
          size="sm"
          label={t('search.search')}
          data-command="search"
          onClick={onSearch}
        />
        <FilterButton />
        {onSelect && (
          <IconButton
            icon="circle-check"
            label={t('bulk-actions.several')}
            size="sm"
            className="hidden touch:inline-flex"
            onClick={onSelect}
          />
        )}
        {can(integration, 'conversations.answer') && (
          <IconButton
            icon="pencil"
            label={t('commands.new_conversation')}
            data-command="new_conversation"
            size="sm"
            onClick={() => runCommand('new_conversation')}
          />
        )}
      </div>
    </div>
  )
}
