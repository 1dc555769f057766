import { useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { buttonStyle } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useIntegration } from '#dashboard/integrations'

/** There are no scenarios, so every URL shows this notice inside the app. */
// The router requires a default export.
export default function ScenarioPage() {
  const t = useT()
  const to = usePath()
  const { id: integrationId, name } = useIntegration()
  return (
    <div className="flex h-full items-center justify-center">
      <title>{`${t('scenarios.absent')} – ${name}`}</title>
      <h1 className="sr-only">{t('scenarios.absent')}</h1>
      <EmptyState
        icon="search"
        title={t('scenarios.absent')}
        action={
          <PageLink
            to={to('app-i-integrationId-scenario', { integrationId })}
            className={buttonStyle('plain')}
          >
            {t('scenarios.back')}
          </PageLink>
        }
      >
        {t('scenarios.absent_text')}
      </EmptyState>
    </div>
  )
}
