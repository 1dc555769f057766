import { conversationFieldDeleted, writeFilter } from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import { useHear } from '#platform/calls/hear.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { FilterChip, filterActStyle } from '#ui/filter-chip.tsx'
import { SavedViewActs } from '#dashboard/saved-views'
import { listsIn } from '../data/data.ts'
import { useInbox } from '../layout/inbox-context.ts'
import { useFilterChips } from './filter-words.ts'

/** The active filters; each can be removed, and all saved as a view. */
export function FilterChips({ isViewAbsent }: { isViewAbsent: boolean }) {
  const t = useT()
  const navigate = useNavigate()
  const { integration, wanted, setFilter, saved, savedPath, isChanged } = useInbox()
  const chips = useFilterChips(integration.id, wanted.filter)
  const cache = useQueryClient()
  // A deleted field loses its values in every conversation without further events.
  useHear(conversationFieldDeleted, { integration_id: integration.id }, () => {
    if (wanted.filter.fields) void cache.invalidateQueries({ queryKey: listsIn(integration.id) })
  })
  if (isViewAbsent && chips.length === 0)
    return (
      <p role="status" className="shrink-0 border-b border-line bg-subtle px-4 py-2 text-sm text-muted">
        {t('finding.view_absent')}
      </p>
    )
  return (
    <ul
      aria-label={t('finding.filters')}
      className="flex shrink-0 flex-wrap items-center gap-1.5 border-b border-line px-4 py-2"
    >
      {chips.map(({ key, label, rest }) => (
        <FilterChip
          key={key}
          label={label}
          removeLabel={t('finding.remove', { name: label })}
          onRemove={() => setFilter(rest)}
        />
      ))}
      {chips.length > 1 && (
        <li>
          <button type="button" onClick={() => setFilter({})} className={filterActStyle}>
            {t('finding.clear')}
          </button>
        </li>
      )}
      {(!saved || isChanged) && (
        <Suspense>
          <SavedViewActs
            integration={integration}
            shown={{ list: 'conversations', view: wanted.view, filter: { ...writeFilter(wanted.filter) } }}
            saved={saved}
            onOpen={(id) => void navigate(savedPath(id))}
          />
        </Suspense>
      )}
    </ul>
  )
}
