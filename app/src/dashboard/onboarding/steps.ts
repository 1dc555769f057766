import { type Integration, may, OnboardingStep } from '@ozvi/contract'
import { useCallback } from 'react'
import { usePath } from '#platform/document/page-link.tsx'
import { useUser } from '#platform/session/session.tsx'

/** In order; after them comes the end, which is a step of its own. */
export const way = ['website', 'knowledge', 'try', 'look', 'install', 'team'] as const
const steps = OnboardingStep.options
export type Step = OnboardingStep
export const stepOf = (name: string | null | undefined) => steps.find((step) => step === name)
export const stepAfter = (step: Step): Step => steps[steps.indexOf(step) + 1] ?? 'done'

/** The workspace being set up is the active one; null while there is none, or none of the user's to set up. */
export function useSetUp(): Integration | null {
  const { active_integration } = useUser()
  return active_integration && may(active_integration.role, 'settings.manage') ? active_integration : null
}

/**
 * Addresses of the steps. Each names the workspace, so that it is the same one tomorrow, in another tab, and for
 * whoever is sent the address.
 */
export function useStepPath(integration: Integration | null) {
  const to = usePath()
  const id = integration?.id
  return useCallback(
    (step: Step, integration_id = id) =>
      to('app-onboarding', { step }) + (integration_id ? `?integrationId=${integration_id}` : ''),
    [to, id],
  )
}
