import type { Integration } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink } from '#platform/document/page-link.tsx'
import { cn } from '#ui/cn.ts'
import { useStepPath, stepOrder } from './steps.ts'

/** The steps as links, all available once there is a workspace. */
export function Progress({
  step,
  integration,
}: {
  step: (typeof stepOrder)[number]
  integration: Integration | null
}) {
  const t = useT()
  const pathOf = useStepPath(integration)
  const index = stepOrder.indexOf(step)
  return (
    <nav aria-label={t('onboarding.steps')}>
      <ol className="grid grid-cols-6 gap-1.5">
        {stepOrder.map((each, position) => {
          const bar = (
            <>
              <span
                className={cn(
                  'block h-1.5 rounded-full bg-inset forced-colors:border',
                  position <= index && 'bg-primary forced-colors:bg-[Highlight]',
                )}
              />
              <span
                className={cn(
                  'mt-1.5 block truncate text-sm max-sm:sr-only lg:max-xl:sr-only',
                  position === index ? 'font-medium text-ink' : 'text-muted',
                )}
              >
                {t(`onboarding.${each}`)}
              </span>
            </>
          )
          return (
            <li key={each}>
              {integration ? (
                <PageLink
                  to={pathOf(each)}
                  aria-current={position === index ? 'step' : undefined}
                  className="block rounded-control py-2.5 hover:opacity-80"
                >
                  {bar}
                </PageLink>
              ) : (
                <span aria-current={position === index ? 'step' : undefined} className="block py-2.5">
                  {bar}
                </span>
              )}
            </li>
          )
        })}
      </ol>
      <p aria-hidden="true" className="text-sm text-muted sm:max-lg:hidden xl:hidden">
        {t('onboarding.step_of', { number: index + 1, all: stepOrder.length, name: t(`onboarding.${step}`) })}
      </p>
    </nav>
  )
}
