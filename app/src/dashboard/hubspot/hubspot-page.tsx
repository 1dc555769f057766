import { useT } from '#platform/i18n/provider.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useIntegration } from '#dashboard/integrations'

// The router requires a default export.
export default function HubspotPage() {
  const t = useT()
  const { name } = useIntegration()
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('shell.settings_hubspot')} – ${name}`}</title>
      <h1 className="text-2xl font-semibold tracking-tight">{t('shell.settings_hubspot')}</h1>
      <Card>
        <EmptyState icon="link" title={t('hubspot.none')}>
          {t('hubspot.none_text')}
        </EmptyState>
      </Card>
    </div>
  )
}
