import { may } from '@ozvi/contract'
import { Suspense, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session.ts'
import { FilterChip, filterActStyle } from '#ui/filter-chip.tsx'
import { useIntegration } from '#dashboard/integrations'
import { SavedViewDialog, useViewActions } from '#dashboard/saved-views'
import type { Known } from './column-cell.tsx'
import { useRuleWords } from './rule-words.ts'
import type { useWanted } from './use-wanted.ts'

/** What the list is narrowed to; each can be taken away, and all of it kept as a segment. */
export function FilterBar({ known, asked }: { known: Known; asked: ReturnType<typeof useWanted> }) {
  const t = useT()
  const { id: me } = useUser()
  const integration = useIntegration()
  const { wanted, filterTexts, segment, isChanged, setRules, openSegment } = asked
  const words = useRuleWords(known)
  const actions = useViewActions(integration.id, 'contacts')
  const [isNaming, setNaming] = useState(false)
  const { rules, match } = wanted
  const mayChange = segment && (segment.owner_id === me || may(integration.role, 'views.manage'))
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
      {mayChange && isChanged && (
        <li>
          <button
            type="button"
            className={filterActStyle}
            onClick={() =>
              void actions
                .change(segment, { view: 'all', filter: filterTexts })
                .then((isDone) => isDone && openSegment(segment.id))
            }
          >
            {t('segments.segment_update', { name: segment.name })}
          </button>
        </li>
      )}
      {(!segment || isChanged) && (
        <li>
          <button type="button" className={filterActStyle} onClick={() => setNaming(true)}>
            {t('segments.segment_save')}
          </button>
          {isNaming && (
            <Suspense>
              <SavedViewDialog
                integration={integration}
                view={{ list: 'contacts', view: 'all', filter: filterTexts }}
                onKept={({ id }) => openSegment(id)}
                onClose={() => setNaming(false)}
              />
            </Suspense>
          )}
        </li>
      )}
    </ul>
  )
}
