import { useEffect } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { isMessageOnPage, isRead, isShownOnPage, onError } from '#platform/calls/error-list.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { toast } from '#ui/toast.ts'

/** Time in which a page shows why it couldn't load. */
const pageDelay_ms = 300

/** The query that failed with one of these messages and is now being retried. */
const findRetry = (messages: string[]) =>
  queryClient
    .getQueryCache()
    .getAll()
    .find(
      ({ state: { fetchStatus, fetchFailureReason } }) =>
        fetchStatus === 'fetching' && fetchFailureReason && messages.includes(fetchFailureReason.message),
    )

/** Shows failed reads when their query gives up, unless the page shows them. @returns cancels all of them */
function createReadErrors(show: (messages: string[]) => void) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  function check(request: string, messages: string[], retried = findRetry(messages)) {
    timers.delete(request)
    if (retried?.state.fetchStatus === 'fetching') return wait(request, messages, retried)
    const hasRecovered = retried?.state.status === 'success'
    if (!hasRecovered && !messages.every(isMessageOnPage)) show(messages)
  }
  function wait(request: string, messages: string[], retried?: ReturnType<typeof findRetry>) {
    clearTimeout(timers.get(request))
    timers.set(request, setTimeout(check, pageDelay_ms, request, messages, retried))
  }
  function cancel() {
    for (const timer of timers.values()) clearTimeout(timer)
  }
  return { wait, cancel }
}

/** Shows errors that no form or page shows. For a repeated error, shows only the messages of the last response. */
export function ErrorToasts() {
  const t = useT()
  useEffect(() => {
    const textOf = (messages: string[]) => messages.join(' ') || t('errors.other_text')
    const reads = createReadErrors((messages) => toast.loadError(textOf(messages)))
    const stop = onError((record, messages) => {
      if (isShownOnPage(record)) return
      if (isRead(record)) reads.wait(record.request, messages)
      else toast.error(textOf(messages))
    })
    return () => {
      stop()
      reads.cancel()
    }
  }, [t])
  return null
}
