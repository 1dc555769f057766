import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useHubspotActions } from './data.ts'

/** Finishes the connection when HubSpot has returned the browser to this page. */
export function useAuthorization(integration_id: string) {
  const [params, setParams] = useSearchParams()
  const { connect } = useHubspotActions(integration_id)
  const { run, isBusy, problem } = useAsyncAction(connect)
  const code = params.get('code')
  const state = params.get('state')
  const used = useRef('')
  useEffect(() => {
    if (!code || !state || used.current === state) return
    // The code works once.
    used.current = state
    setParams({}, { replace: true })
    void run(code, state)
  })
  return { isBusy, problem, error: params.get('error') }
}
