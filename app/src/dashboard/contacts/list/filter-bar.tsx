import { Suspense } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { FilterChip, filterActionStyle } from '#ui/filter-chip.tsx'
import { useConditionText } from '#dashboard/filters'
import { useIntegration } from '#dashboard/integrations'
import { SavedViewMenuItems } from '#dashboard/saved-views'
import type { ColumnContext } from './column-cell.tsx'
import { useFilterFields } from './filter-fields.ts'
import type { useListParams } from './use-list-params.ts'

/** Active filters; each can be removed, and all saved as a segment. */
export function FilterBar({
  columnContext,
  listState,
}: {
  columnContext: ColumnContext
  listState: ReturnType<typeof useListParams>
}) {
  const t = useT()
  const integration = useIntegration()
  const { listParams, filterTexts, segment, isChanged, setRules, openSegment } = listState
  const conditionText = useConditionText(useFilterFields(columnContext))
  const { rules, match } = listParams
  return (
    <ul
      aria-label={t('segments.filters')}
      className="flex shrink-0 flex-wrap items-center gap-1.5 border-b border-line px-4 py-2 md:px-6"
    >
      {rules.length > 1 && <li className="text-sm text-muted">{t(`segments.match_${match}`)}:</li>}
      {rules.map((rule, index) => {
        const label = conditionText(rule)
        return (
          <FilterChip
            key={index}
            label={label}
            removeLabel={t('search.remove', { name: label })}
            onRemove={() => setRules({ rules: rules.filter((one) => one !== rule), match })}
          />
        )
      })}
      {rules.length > 1 && (
        <li>
          <button
            type="button"
            className={filterActionStyle}
            onClick={() => setRules({ rules: [], match: 'all' })}
          >
            {t('search.clear')}
          </button>
        </li>
      )}
      {(!segment || isChanged) && (
        <Suspense>
          <SavedViewMenuItems
            integration={integration}
            current={{ list: 'contacts', view: 'all', filter: { ...filterTexts } }}
            saved={segment}
            onOpen={openSegment}
          />
        </Suspense>
      )}
    </ul>
  )
}
