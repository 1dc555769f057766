import type { Problem } from '@ozvi/contract'
import type { Query } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { isRead, isShownError, isShownOnPage, onError } from '#platform/calls/error-list.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { toast } from '#ui/toast.ts'

/** Time in which a page shows why it couldn't load. */
const pageDelay_ms = 300

/** Shows failed queries as toasts, unless the page shows the error or the query is retried. @returns cancels all */
function createReadErrors(show: (problem: Problem, messages: string[]) => void) {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const queries = new WeakMap<Error, Query>()
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { action, query } = event
    if (action.type === 'failed' || action.type === 'error') queries.set(action.error, query)
  })
  /** A query that is tried again, or was since, reports its next error itself. */
  function isFinal(problem: Problem) {
    const query = queries.get(problem)
    return !query || (query.state.error === problem && query.state.fetchStatus !== 'fetching')
  }
  function wait(problem: Problem, messages: string[]) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (isFinal(problem) && !isShownError(problem)) show(problem, messages)
    }, pageDelay_ms)
    timers.add(timer)
  }
  function cancel() {
    stop()
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
