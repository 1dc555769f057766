import type { Trace } from '@ozvi/contract'
import { Fragment } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Badge } from '#ui/badge.tsx'
import { cn } from '#ui/cn.ts'

/** The search and its passages in rank order: used or dropped, with scores. */
export function TracePassages({
  trace: { terms, candidates },
  isExpanded = false,
}: {
  trace: Pick<Trace, 'terms' | 'candidates'>
  /** Show full passages instead of excerpts. */
  isExpanded?: boolean
}) {
  const t = useT()
  const formats = useFormats()
  const best = Math.max(...candidates.map(({ score }) => score), Number.EPSILON)
  return (
    <>
      {terms.length > 0 && (
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
      )}
      {candidates.length === 0 ? (
        <p className="text-base text-muted">{t('assistant.nothing_found')}</p>
      ) : (
        <ol className="flex flex-col gap-3">
          {candidates.map(
            ({ title, heading, text, score, meaning_rank, is_cited, is_saved_answer, matched }, index) => (
              <li
                key={index}
                className={cn('rounded-control border border-line p-3', is_cited && 'border-success/60')}
              >
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="min-w-0 flex-1 basis-40">
                    <span className="font-medium">{title}</span>
                    {heading && <span className="text-sm text-muted"> › {heading}</span>}
                  </span>
                  {is_saved_answer && <Badge>{t('assistant.pair')}</Badge>}
                  <Badge tone={is_cited ? 'success' : 'neutral'}>
                    {is_cited ? t('assistant.used') : t('assistant.dropped')}
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
                  {meaning_rank !== undefined && ` · ${t('assistant.meaning_rank', { rank: meaning_rank })}`}
                </div>
                <p className={cn('mt-2 text-sm whitespace-pre-line', !isExpanded && 'line-clamp-4')}>
                  <Matched text={text} terms={matched} />
                </p>
              </li>
            ),
          )}
        </ol>
      )}
    </>
  )
}

/** Words as the server splits them. */
const word = /([\p{L}\p{N}]+(?:['’]\p{L}+)?)/u
/** A text with the search terms highlighted. */
function Matched({ text, terms }: { text: string; terms: readonly string[] }) {
  const searched = new Set(terms)
  return text.split(word).map((part, index) =>
    searched.has(part.normalize('NFKC').toLowerCase()) ? (
      <mark key={index} className="rounded-[3px] bg-warning-subtle font-medium text-ink">
        {part}
      </mark>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  )
}
