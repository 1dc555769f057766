import { Problem } from '@ozvi/contract'
import type { ReactNode } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { ReadFailure } from '#ui/read-failure.tsx'
import { Skeleton, SkeletonArea } from '#ui/skeleton.tsx'
import { useIntegration } from '#dashboard/integrations'

interface Props {
  /** The way back to where the thing is listed. */
  back: ReactNode
  /** What is said when there is no such thing, and when it could not be read. */
  words: { absent: string; failed: string }
  /** Of the skeleton that stands for the thing. */
  height: string
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}
/** A source's page, or an item's, while there is nothing to show on it. */
export function Unread({ back, words, height, error, isFetching, refetch }: Props) {
  const t = useT()
  const { name } = useIntegration()
  const isAbsent = error instanceof Problem && error.code === 'not_found'
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('data-sources.title')} – ${name}`}</title>
      {back}
      {!error ? (
        <SkeletonArea className="flex flex-col gap-4">
          <Skeleton className="h-8 w-56" />
          <Skeleton className={`${height} rounded-card`} />
        </SkeletonArea>
      ) : isAbsent ? (
        <Alert tone="info" title={words.absent} />
      ) : (
        <ReadFailure title={words.failed} error={error} isFetching={isFetching} refetch={refetch} />
      )}
    </div>
  )
}
