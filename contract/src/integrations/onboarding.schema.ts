import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { onboardingSteps } from './onboarding.ts'

/** In order; `done` is where it ends. */
export const OnboardingStep = z.enum(onboardingSteps)
export type OnboardingStep = z.infer<typeof OnboardingStep>
export const saveOnboardingStep = schemas({
  input: z.object({ step: OnboardingStep }),
  output: Nothing,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
