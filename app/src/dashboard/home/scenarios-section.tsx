import { scenarioStatsDays } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { Card } from '#ui/card.tsx'
import { linkStyle } from '#ui/link.tsx'
import { useScenarios } from '#dashboard/scenarios'

const shown = 5
const columns = ['started', 'engaged', 'completed', 'goal_reached', 'handed_over'] as const

/** The scenarios that started most often; nothing before the first one is published. */
export function ScenariosSection({ integration_id }: { integration_id: string }) {
  const t = useT()
  const { number } = useFormats()
  const to = usePath()
  const { data } = useScenarios(integration_id)
  const published = (data ?? [])
    .filter(({ status, stats }) => status === 'published' || stats.started > 0)
    .toSorted((a, b) => b.stats.started - a.stats.started)
    .slice(0, shown)
  if (published.length === 0) return null
  const integrationId = integration_id
  return (
    <section className="mt-8" aria-labelledby="home-scenarios">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="home-scenarios" className="text-md font-semibold">
          {t('home.scenarios')}
        </h2>
        <PageLink to={to('app-i-integrationId-scenario', { integrationId })} className={linkStyle('min-h-6')}>
          {t('home.scenarios_all')}
        </PageLink>
      </div>
      <p className="text-sm text-muted">{t('home.scenarios_text', { days: scenarioStatsDays })}</p>
      <Card className="mt-3 px-4 py-2">
        <table className="w-full text-base max-sm:block">
          <thead className="max-sm:sr-only">
            <tr className="text-left text-sm text-muted">
              <th scope="col" className="py-1.5 font-normal">
                <span className="sr-only">{t('home.scenarios')}</span>
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className="py-1.5 pl-4 text-right font-normal">
                  {t(`home.scenarios_${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line max-sm:block">
            {published.map(({ id, name, stats }) => (
              <tr key={id} className="max-sm:flex max-sm:flex-wrap max-sm:gap-x-4 max-sm:py-2">
                <th scope="row" className="min-w-40 py-1.5 text-left font-normal max-sm:w-full">
                  <PageLink
                    to={`${to('app-i-integrationId-scenario-scenarioId', { integrationId, scenarioId: id })}?panel=numbers`}
                    className={linkStyle('min-h-6 wrap-anywhere')}
                  >
                    {name}
                  </PageLink>
                </th>
                {columns.map((column) => (
                  <td key={column} className="py-1.5 pl-4 text-right tabular-nums max-sm:p-0">
                    <span aria-hidden="true" className="text-sm text-muted sm:hidden">
                      {t(`home.scenarios_${column}`)}{' '}
                    </span>
                    {number(stats[column])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </section>
  )
}
