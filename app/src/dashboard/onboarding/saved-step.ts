import { type Integration, saveOnboardingStep } from '@ozvi/contract'
import { useEffect } from 'react'
import { queryClient } from '#platform/calls/query-client.ts'
import { sessionQuery } from '#platform/session/session.tsx'
import { call } from '#platform/calls/api-client.ts'
import { changeData } from '#platform/calls/cached-data.ts'
import type { Step } from './steps.ts'

/** Also updates the cached session, so it needn't be refetched. */
function note(integration_id: string, onboarding_step: Step) {
  const noted = <T extends Integration | null>(one: T): T =>
    one?.id === integration_id ? { ...one, onboarding_step } : one
  changeData(queryClient, sessionQuery, (session) => {
    if (!session.user) return session
    const { integrations, active_integration } = session.user
    const user = {
      ...session.user,
      integrations: integrations.map(noted),
      active_integration: noted(active_integration),
    }
    return { ...session, user }
  })
}

/** Stores the current step, so that any browser can continue; doesn't block the setup. */
export function useSavedStep(integration: Integration | null, step: Step | undefined) {
  const id = integration?.id
  const isSaved = integration?.onboarding_step === step
  useEffect(() => {
    if (!id || !step || isSaved) return
    note(id, step)
    // Errors are logged centrally.
    call(saveOnboardingStep, { integration_id: id, step }, { keepalive: true }).catch(() => {})
  }, [id, step, isSaved])
}
