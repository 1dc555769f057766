import type { ModelPart as Part } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'

const knownOutcomes = ['written', 'paused', 'busy', 'limit_reached', 'unsupported', 'instructions'] as const

/** What the language model did for an answer. */
export function ModelPart({ part: { outcome, dropped } }: { part: Part }) {
  const t = useT()
  const text = knownOutcomes.find((name) => name === outcome) ?? 'failed'
  return (
    <p className="text-sm text-muted">
      {t(`assistant.model_${text}`)} {dropped > 0 && t('assistant.model_dropped', { count: dropped })}
    </p>
  )
}
