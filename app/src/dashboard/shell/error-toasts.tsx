import type { Problem } from '@ozvi/contract'
import { useEffect } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { isRead, isShownError, isShownOnPage, onError } from '#platform/calls/error-list.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { toast } from '#ui/toast.ts'

/** Time in which a page shows why it couldn't load. */
const pageDelay_ms = 300

const findQuery = (problem: Problem) =>
  queryClient
    .getQueryCache()
    .getAll()
    .find(({ state }) => state.fetchFailureReason === problem)

/** Shows failed reads, unless the page shows them or their query tries again. @returns cancels all of them */
function createReadErrors(show: (problem: Problem, messages: string[]) => void) {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  function after(delay_ms: number, run: () => void) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, delay_ms)
    timers.add(timer)
  }
  function wait(problem: Problem, messages: string[]) {
    // The query fails right after its call. Later it may have been fetched again.
    after(0, () => {
      const query = findQuery(problem)
      after(pageDelay_ms, () => {
        const { fetchStatus, status, error } = query?.state ?? {}
        // If the query fails again, that is another error.
        if (fetchStatus === 'fetching' || status === 'success') return
        if (!isShownError(problem) && !(error && isShownError(error))) show(problem, messages)
      })
    })
  }
  function cancel() {
    for (const timer of timers) clearTimeout(timer)
  }
  return { wait, cancel }
}

/** Shows errors that no form or page shows. For a repeated error, shows only the messages of the last response. */
export function ErrorToasts() {
  const t = useT()
  useEffect(() => {
    const textOf = (messages: string[]) => messages.join(' ') || t('errors.other_text')
    const reads = createReadErrors((problem, messages) => toast.loadError(textOf(messages), problem))
    const stop = onError((record, problem, messages) => {
      if (isShownOnPage(record)) return
      if (isRead(record)) reads.wait(problem, messages)
      else toast.error(textOf(messages))
    })
    return () => {
      stop()
      reads.cancel()
    }
  }, [t])
  return null
}
