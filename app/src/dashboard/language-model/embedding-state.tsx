import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Meter } from '#ui/progress-bar.tsx'
import { useEmbeddingProgress } from './data.ts'

/** How many passages can be found by their meaning. Nothing without an embedding model. */
export function EmbeddingState({
  integration_id,
  isShownWhenDone = false,
}: {
  integration_id: string
  isShownWhenDone?: boolean
}) {
  const t = useT()
  const formats = useFormats()
  const { data: progress } = useEmbeddingProgress(integration_id)
  if (!progress?.is_on) return null
  const { passages, failure } = progress
  // Passages that were just hidden may still be counted.
  const embedded = Math.min(progress.embedded, passages)
  const isDone = embedded === passages
  if (isDone && !isShownWhenDone) return null
  return (
    <div className="flex flex-col gap-1.5">
      {!isDone && (
        <Meter
          label={t('language-model.embedded_label')}
          value={embedded}
          max={passages}
          className="max-w-80"
        />
      )}
      <p role="status" className="max-w-[62ch] text-sm text-muted">
        {t(`language-model.embedded_${passages === 0 ? 'none' : isDone ? 'all' : 'of'}`, {
          embedded: formats.number(embedded),
          passages: formats.number(passages),
          count: passages,
        })}
        {failure && !isDone && (
          <>
            {' '}
            {failure === 'limit_reached'
              ? t('language-model.embedding_limit_reached')
              : `${t(`language-model.failure_${failure}`)} ${t('language-model.embedding_later')}`}
          </>
        )}
      </p>
    </div>
  )
}
