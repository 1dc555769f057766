import type { Integration } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink } from '#platform/document/page-link.tsx'
import { buttonStyle } from '#ui/button.tsx'
import { type Step, stepAfter, useStepPath } from './steps.ts'

/** Skip, or continue once the step has a result. */
export function StepLinks({
  step,
  integration,
  isDone,
}: {
  step: Step
  integration: Integration
  isDone: boolean
}) {
  const t = useT()
  const pathOf = useStepPath(integration)
  const next = pathOf(stepAfter(step))
  return (
    <>
      <PageLink to={next} className={buttonStyle('quiet', 'md', '-ml-4')}>
        {t('onboarding.skip')}
      </PageLink>
      {isDone && (
        <PageLink to={next} className={buttonStyle('primary', 'lg')}>
          {t('onboarding.continue')}
        </PageLink>
      )}
    </>
  )
}
