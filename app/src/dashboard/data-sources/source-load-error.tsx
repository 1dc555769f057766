import { Problem } from '@ozvi/contract'
import type { ReactNode } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useIntegration } from '#dashboard/integrations'

interface Props {
  /** Link to the list. */
  backLink: ReactNode
  /** Messages for a missing item and for a failed request. */
  messages: { absent: string; failed: string }
  /** Height of the skeleton. */
  height: string
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
}
/** Placeholder of a source or item page without data. */
export function SourceLoadError({ backLink, messages, height, query }: Props) {
  const t = useT()
  const { name } = useIntegration()
  const isAbsent = query.error instanceof Problem && query.error.code === 'not_found'
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('data-sources.title')} – ${name}`}</title>
      <h1 className="sr-only">{t('data-sources.title')}</h1>
      {backLink}
      {isAbsent ? (
        <Alert tone="info" title={messages.absent} />
      ) : (
        <LoadFallback title={messages.failed} query={query} skeletonClassName="flex flex-col gap-4">
          <Skeleton className="h-8 w-56" />
          <Skeleton className={`${height} rounded-card`} />
        </LoadFallback>
      )}
    </div>
  )
}
