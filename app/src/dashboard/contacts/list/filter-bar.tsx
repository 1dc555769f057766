import { Suspense } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { FilterChip, filterActStyle } from '#ui/filter-chip.tsx'
import { useRuleWords } from '#dashboard/filters'
import { useIntegration } from '#dashboard/integrations'
import { SavedViewActs } from '#dashboard/saved-views'
import type { Known } from './column-cell.tsx'
import { useRuleFields } from './rule-fields.ts'
import type { useWanted } from './use-wanted.ts'

/** Active filters; each can be removed, and all saved as a segment. */
export function FilterBar({ known, asked }: { known: Known; asked: ReturnType<typeof useWanted> }) {
  const t = useT()
  const integration = useIntegration()
  const { wanted, filterTexts, segment, isChanged, setRules, openSegment } = asked
  const words = useRuleWords(useRuleFields(known))
  const { rules, match } = wanted
  return (
    <ul
      aria-label={t('segments.filters')}
      className="flex shrink-0 flex-wrap items-center gap-1.5 border-b border-line px-4 py-2 md:px-6"
    >
      {rules.length > 1 && <li className="text-sm text-muted">{t(`segments.match_${match}`)}:</li>}
      {rules.map((rule, place) => {
        const label = words(rule)
        return (
          <FilterChip
            key={place}
            label={label}
            removeLabel={t('finding.remove', { name: label })}
            onRemove={() => setRules({ rules: rules.filter((one) => one !== rule), match })}
          />
        )
      })}
      {rules.length > 1 && (
        <li>
          <button
            type="button"
            className={filterActStyle}
            onClick={() => setRules({ rules: [], match: 'all' })}
          >
            {t('finding.clear')}
          </button>
        </li>
      )}
      {(!segment || isChanged) && (
        <Suspense>
          <SavedViewActs
            integration={integration}
            shown={{ list: 'contacts', view: 'all', filter: { ...filterTexts } }}
            saved={segment}
            onOpen={openSegment}
          />
        </Suspense>
      )}
    </ul>
  )
}
