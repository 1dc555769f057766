import type { Integration } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink } from '#platform/document/page-link.tsx'
import { cn } from '#ui/cn.ts'
import { useStepPath, way } from './steps.ts'

/** The steps as links, all available once there is a workspace. */
export function Progress({
  step,
  integration,
}: {
  step: (typeof way)[number]
  integration: Integration | null
}) {
  const t = useT()
  const pathOf = useStepPath(integration)
  const place = way.indexOf(step)
  return (
    <nav aria-label={t('onboarding.steps')}>
      <ol className="grid grid-cols-6 gap-1.5">
        {way.map((each, at) => {
          const bar = (
            <>
              <span
                className={cn(
                  'block h-1.5 rounded-full bg-inset forced-colors:border',
                  at <= place && 'bg-primary forced-colors:bg-[Highlight]',
                )}
              />
              <span
                className={cn(
                  'mt-1.5 block truncate text-sm max-sm:sr-only',
                  at === place ? 'font-medium text-ink' : 'text-muted',
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
                  aria-current={at === place ? 'step' : undefined}
                  className="block rounded-control py-2.5 hover:opacity-80"
                >
                  {bar}
                </PageLink>
              ) : (
                <span aria-current={at === place ? 'step' : undefined} className="block py-2.5">
                  {bar}
                </span>
              )}
            </li>
          )
        })}
      </ol>
      <p aria-hidden="true" className="text-sm text-muted sm:hidden">
        {t('onboarding.step_of', { number: place + 1, all: way.length, name: t(`onboarding.${step}`) })}
      </p>
    </nav>
  )
}
