import type { Trace } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Icon } from '#ui/icon.tsx'
import { ModelPart } from './model-part.tsx'
import { TracePassages } from './trace-passages.tsx'

/** The search and its passages, best first: used and dropped ones. */
export function TraceView({ trace }: { trace: Trace }) {
  const t = useT()
  return (
    <details className="group rounded-card border border-line">
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-card px-4 text-base font-medium [&::-webkit-details-marker]:hidden">
        <Icon
          name="chevron-right"
          size={16}
          className="text-muted transition-transform duration-120 group-open:rotate-90"
        />
        {t('assistant.trace')}
        <span className="text-sm font-normal text-muted">
          {t('assistant.found', { count: trace.candidates.length })}
        </span>
      </summary>
      <div className="flex flex-col gap-4 border-t border-line px-4 py-4">
        {trace.model && <ModelPart part={trace.model} />}
        <TracePassages trace={trace} />
      </div>
    </details>
  )
}
