import type { Citation } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Markdown } from '#ui/markdown.tsx'
import { SourceChip } from './source-chip.tsx'

/** An answer with clickable citation numbers, and its sources below. */
export function Answer({ body, citations }: { body: string; citations: readonly Citation[] }) {
  const t = useT()
  const cited = (number: number) => citations.find((citation) => citation.number === number)
  return (
    <>
      <Markdown
        text={body}
        renderCitation={(number) => {
          const citation = cited(number)
          return citation ? <SourceChip citation={citation} variant="number" /> : null
        }}
      />
      {citations.length > 0 && (
        <div className="mt-2.5">
          <p className="sr-only">{t('assistant.sources')}</p>
          <ul className="flex flex-wrap gap-1.5">
            {citations.map((citation) => (
              <li key={citation.number} className="min-w-0 max-w-full">
                <SourceChip citation={citation} variant="title" />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
