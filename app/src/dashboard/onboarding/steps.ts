import { can, type Integration, type OnboardingStep, onboardingSteps } from '@ozvi/contract'
import { useCallback } from 'react'
import { usePath } from '#platform/document/page-link.tsx'
import { useUser } from '#platform/session/session.tsx'

/** The steps in order. The final step follows them. */
export const stepOrder = ['website', 'knowledge', 'try', 'look', 'install', 'team'] as const
const steps = onboardingSteps
export type Step = OnboardingStep
export const stepOf = (name: string | null | undefined) => steps.find((step) => step === name)
export const stepAfter = (step: Step): Step => steps[steps.indexOf(step) + 1] ?? 'done'

/** The active workspace; null if there is none the user can set up. */
export function useSetUp(): Integration | null {
  const { active_integration } = useUser()
  return active_integration && can(active_integration, 'settings.manage') ? active_integration : null
}

/**
 * URLs of the steps. They contain the workspace, so that they stay valid in other tabs and for other people.
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
