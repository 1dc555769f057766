import { useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { buttonStyle } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useIntegration } from '#dashboard/integrations'

// The router requires a default export.
export default function ScenariosPage() {
  const t = useT()
  const to = usePath()
  const { id: integrationId, name } = useIntegration()
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-6 sm:px-8 sm:py-8">
      <title>{`${t('scenarios.title')} – ${name}`}</title>
      <h1 className="text-2xl font-semibold tracking-tight">{t('scenarios.title')}</h1>
      <Card>
        <EmptyState
          icon="workflow"
          title={t('scenarios.none')}
          action={
            <PageLink
              to={to('app-i-integrationId-settings-data-sources', { integrationId })}
              className={buttonStyle('plain')}
            >
              {t('scenarios.to_sources')}
            </PageLink>
          }
        >
          {t('scenarios.none_text')}
        </EmptyState>
      </Card>
    </div>
  )
}
