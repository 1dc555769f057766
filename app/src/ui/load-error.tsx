import { useLayoutEffect } from 'react'
import { markShown } from '#platform/calls/error-list.ts'
import { formProblem } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { closeLoadError } from './toast.ts'

interface Props {
  title: string
  error: unknown
  isFetching: boolean
  refetch: () => unknown
  className?: string
}
/** Shows what couldn't be loaded and why, with a button to try again. */
export function LoadError({ title, error, isFetching, refetch, className }: Props) {
  const t = useT()
  const { message } = formProblem(error, t)
  useLayoutEffect(() => {
    closeLoadError(error)
    return markShown(error)
  }, [error])
  return (
    <Alert tone="danger" title={title} {...(className && { className })}>
      <p>{message}</p>
      <Button size="sm" icon="refresh" className="mt-2" isBusy={isFetching} onClick={() => void refetch()}>
        {t('ui.retry')}
      </Button>
    </Alert>
  )
}
