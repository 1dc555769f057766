import { type ConversationFilter, writeFilter } from '@ozvi/contract'
import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import { useT } from '#platform/i18n/provider.tsx'
import { FilterChip, filterActStyle } from '#ui/filter-chip.tsx'
import { SavedViewActs } from '#dashboard/saved-views'
import { useFilterChips } from './filter-words.ts'
import { useInbox } from '../inbox-context.ts'

const without = (filter: ConversationFilter, fields: readonly string[]): ConversationFilter =>
  Object.fromEntries(Object.entries(filter).filter(([name]) => !fields.includes(name)))

/** What the list is narrowed to; each can be taken away, and all of it kept as a view. */
export function FilterChips() {
  const t = useT()
  const navigate = useNavigate()
  const { integration, wanted, setFilter, saved, savedPath, isChanged } = useInbox()
  const chips = useFilterChips(integration.id, wanted.filter)
  return (
    <ul
      aria-label={t('finding.filters')}
      className="flex shrink-0 flex-wrap items-center gap-1.5 border-b border-line px-4 py-2"
    >
      {chips.map(({ fields, label }) => (
        <FilterChip
          key={fields.join(' ')}
          label={label}
          removeLabel={t('finding.remove', { name: label })}
          onRemove={() => setFilter(without(wanted.filter, fields))}
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
