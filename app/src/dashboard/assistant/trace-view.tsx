import type { Trace } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Badge } from '#ui/badge.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'

/** What was searched for and what was found, best first: what the answer used, and what it left out. */
export function TraceView({ trace: { terms, candidates } }: { trace: Trace }) {
  const t = useT()
  const formats = useFormats()
  const best = Math.max(...candidates.map(({ score }) => score), Number.EPSILON)
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
          {t('assistant.found', { count: candidates.length })}
        </span>
      </summary>
      <div className="flex flex-col gap-4 border-t border-line px-4 py-4">
        <div>
          <h4 className="text-sm font-medium text-muted">{t('assistant.terms')}</h4>
          <ul className="mt-1.5 flex flex-wrap gap-1.5">
            {terms.map((term) => (
              <li key={term}>
                <code className="rounded-[4px] bg-inset px-1.5 py-0.5 font-mono text-sm">{term}</code>
              </li>
            ))}
          </ul>
        </div>
        {candidates.length === 0 ? (
          <p className="text-base text-muted">{t('assistant.nothing_found')}</p>
        ) : (
          <ol className="flex flex-col gap-3">
            {candidates.map(({ title, heading, text, score, is_used }, place) => (
              <li
                key={place}
                className={cn('rounded-control border border-line p-3', is_used && 'border-success/60')}
              >
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="min-w-0 flex-1 basis-40">
                    <span className="font-medium">{title}</span>
                    {heading && <span className="text-sm text-muted"> › {heading}</span>}
                  </span>
                  <Badge tone={is_used ? 'success' : 'neutral'}>
                    {is_used ? t('assistant.used') : t('assistant.dropped')}
                  </Badge>
                </div>
                <div className="mt-1.5 flex items-center gap-2 text-sm text-muted">
                  <span
                    role="meter"
                    aria-label={t('assistant.score')}
                    aria-valuemin={0}
                    aria-valuemax={best}
                    aria-valuenow={score}
                    className="block h-1 w-24 overflow-hidden rounded-full bg-inset forced-colors:border"
                  >
                    <span
                      className="block h-full bg-primary forced-colors:bg-[Highlight]"
                      style={{ width: `${(score / best) * 100}%` }}
                    />
                  </span>
                  {t('assistant.score_value', { score: formats.number(Math.round(score * 100) / 100) })}
                </div>
                <p className="mt-2 line-clamp-4 text-sm whitespace-pre-line">{text}</p>
              </li>
            ))}
          </ol>
        )}
      </div>
    </details>
  )
}
