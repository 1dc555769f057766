import type { Suggestion } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { useIntegration } from '#dashboard/integrations'
import { useSuggestions } from './data.ts'

/** Number of pending suggestions, next to the name of their page. */
export function PendingBadge({ kind }: { kind: Suggestion['content']['kind'] }) {
  const t = useT()
  const count = useSuggestions(useIntegration(), kind).waiting.length
  if (count === 0) return null
  return (
    <span className="ml-auto rounded-full bg-primary px-1.5 text-xs leading-5 font-semibold text-on-primary tabular-nums">
      <span aria-hidden>{count}</span>
      <span className="sr-only">{t('suggestions.count', { count })}</span>
    </span>
  )
}
