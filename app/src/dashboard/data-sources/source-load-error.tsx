import { Problem } from '@ozvi/contract'
import type { ReactNode } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { LoadError } from '#ui/load-error.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { useIntegration } from '#dashboard/integrations'

interface Props {
  /** Link to the list. */
  backLink: ReactNode
  /** Messages for a missing item and for a failed request. */
  messages: { absent: string; failed: string }
  /** Height of the skeleton. */
  height: string
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}
/** Placeholder of a source or item page without data. */
export function SourceLoadError({ backLink, messages, height, error, isFetching, refetch }: Props) {
  const t = useT()
  const { name } = useIntegration()
  const isAbsent = error instanceof Problem && error.code === 'not_found'
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('data-sources.title')} – ${name}`}</title>
      {backLink}
      {!error ? (
        <SkeletonArea className="flex flex-col gap-4">
          <Skeleton className="h-8 w-56" />
          <Skeleton className={`${height} rounded-card`} />
        </SkeletonArea>
      ) : isAbsent ? (
        <Alert tone="info" title={messages.absent} />
      ) : (
        <LoadError title={messages.failed} error={error} isFetching={isFetching} refetch={refetch} />
      )}
    </div>
  )
}
