import { defineRoute } from '../api.ts'
import type * as schema from './onboarding.schema.ts'

export type { OnboardingStep } from './onboarding.schema.ts'

/** `onboarding`: the setup of a workspace, from its website to the first answered message. */

export const onboardingSteps = ['website', 'knowledge', 'try', 'look', 'install', 'team', 'done'] as const

/** Saves the current onboarding step, so that it can be continued in another browser. No event is sent. */
export const saveOnboardingStep = defineRoute<typeof schema.saveOnboardingStep>()(
  'PUT',
  '/api/integration/:integration_id/onboarding',
)
