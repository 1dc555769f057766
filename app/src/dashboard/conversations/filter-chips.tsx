import type { ConversationFilter } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Icon } from '#ui/icon.tsx'
import { useFilterChips } from './filter-words.ts'
import { useInbox } from './inbox-context.ts'
import { SavedViewActs } from './saved-view-acts.tsx'

const without = (filter: ConversationFilter, fields: readonly string[]): ConversationFilter =>
  Object.fromEntries(Object.entries(filter).filter(([name]) => !fields.includes(name)))

/** What the list is narrowed to; each can be taken away, and all of it kept as a view. */
export function FilterChips() {
  const t = useT()
  const { integration, wanted, setFilter, saved, isChanged } = useInbox()
  const chips = useFilterChips(integration.id, wanted.filter)
  return (
    <ul
      aria-label={t('finding.filters')}
      className="flex shrink-0 flex-wrap items-center gap-1.5 border-b border-line px-4 py-2"
    >
      {chips.map(({ fields, label }) => (
        <li key={fields.join(' ')} className="max-w-full">
          <button
            type="button"
            onClick={() => setFilter(without(wanted.filter, fields))}
            aria-label={t('finding.remove', { name: label })}
            className="flex h-7 max-w-full items-center gap-1 rounded-full border border-line bg-subtle pr-1.5 pl-2.5 text-sm hover:bg-inset touch:h-11"
          >
            <span className="truncate">{label}</span>
            <Icon name="x" size={14} className="shrink-0 text-muted" />
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <button
            type="button"
            onClick={() => setFilter({})}
            className="h-7 rounded-control px-1.5 text-sm text-primary hover:underline touch:h-11"
          >
            {t('finding.clear')}
          </button>
        </li>
      )}
      {(!saved || isChanged) && <SavedViewActs />}
    </ul>
  )
}
