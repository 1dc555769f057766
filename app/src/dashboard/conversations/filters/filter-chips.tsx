import { conversationFieldDeleted, serializeFilter } from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import { useEvent } from '#platform/calls/use-event.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { FilterChip, filterActionStyle } from '#ui/filter-chip.tsx'
import { SavedViewMenuItems } from '#dashboard/saved-views'
import { listsIn } from '../data/lists.ts'
import { useInbox } from '../layout/inbox-context.ts'
import { useFilterChips } from './filter-labels.ts'

// One chunk for both: each further chunk that shares a module makes the first page load it.
export { FilterCommands } from './filter-commands.tsx'

/** The active filters; each can be removed, and all saved as a view. */
export function FilterChips({ isViewAbsent }: { isViewAbsent: boolean }) {
  const t = useT()
  const navigate = useNavigate()
  const { integration, listParams, setFilter, saved, savedPath, isChanged } = useInbox()
  const chips = useFilterChips(integration.id, listParams.filter)
  const cache = useQueryClient()
  // A deleted field loses its values in every conversation without further events.
  useEvent(conversationFieldDeleted, { integration_id: integration.id }, () => {
    if (listParams.filter.fields) void cache.invalidateQueries({ queryKey: listsIn(integration.id) })
  })
  if (isViewAbsent && chips.length === 0)
    return (
      <p role="status" className="shrink-0 border-b border-line bg-subtle px-4 py-2 text-sm text-muted">
        {t('search.view_absent')}
      </p>
    )
  return (
    <ul
      aria-label={t('search.filters')}
      className="flex shrink-0 flex-wrap items-center gap-1.5 border-b border-line px-4 py-2"
    >
      {chips.map(({ key, label, filterWithout }) => (
        <FilterChip
          key={key}
          label={label}
          removeLabel={t('search.remove', { name: label })}
          onRemove={() => setFilter(filterWithout)}
        />
      ))}
      {chips.length > 1 && (
        <li>
          <button type="button" onClick={() => setFilter({})} className={filterActionStyle}>
            {t('search.clear')}
          </button>
        </li>
      )}
      {(!saved || isChanged) && (
        <Suspense>
          <SavedViewMenuItems
            integration={integration}
            current={{
              list: 'conversations',
              view: listParams.view,
              filter: { ...serializeFilter(listParams.filter) },
            }}
            saved={saved}
            onOpen={(id) => void navigate(savedPath(id))}
          />
        </Suspense>
      )}
    </ul>
  )
}
