import * as z from 'zod/mini'
import { Nothing, route } from './api.ts'

/** `onboarding`: the setup of a workspace, from its website to the first answered message. */

/** In order; `done` is where it ends. */
export const OnboardingStep = z.enum(['website', 'knowledge', 'try', 'look', 'install', 'team', 'done'])
export type OnboardingStep = z.infer<typeof OnboardingStep>

/** Saves the current step, for continuing in another browser. No event is sent, because nothing displays it. */
export const saveOnboardingStep = route({
  method: 'PUT',
  path: '/api/integration/:integration_id/onboarding',
  input: z.object({ step: OnboardingStep }),
  output: Nothing,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
