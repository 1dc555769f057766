import { can } from '@ozvi/contract'
import { useNavigate } from 'react-router'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { Button, buttonStyle } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { confirm } from '#ui/confirm.ts'
import { CopyField } from '#ui/copy-field.tsx'
import { toast } from '#ui/toast.ts'
import { planOf } from '#dashboard/billing'
import { Retention, retentionOf } from '#dashboard/retention'
import { closeWorkspace, refetchIntegrations, useIntegration } from './data.ts'
import { Details } from './details.tsx'

export const queries: Queries = inWorkspace((integration) =>
  can(integration, 'settings.manage') ? [retentionOf(integration.id), planOf(integration.id)] : [],
)
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function GeneralPage() {
  const t = useT()
  const integration = useIntegration()
  const { public_key } = integration
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('shell.settings_general')} – ${integration.name}`}</title>
      <h1 className="text-2xl font-semibold tracking-tight">{t('shell.settings_general')}</h1>
      <Details key={integration.id} />
      <Section title={t('general.public_key')} description={t('general.public_key_text')}>
        <CopyField label={t('general.public_key')} value={public_key} />
      </Section>
      {can(integration, 'settings.manage') && (
        <Retention integration_id={integration.id} isEditable={can(integration, 'conversations.keep')} />
      )}
      {can(integration, 'workspace.delete') && <Danger />}
    </div>
  )
}

function Danger() {
  const t = useT()
  const to = usePath()
  const navigate = useNavigate()
  const { id, public_key, name } = useIntegration()
  async function close() {
    const isClosed = await confirm({
      title: t('general.delete_title', { name }),
      description: t('general.delete_text'),
      confirmLabel: t('general.delete'),
      typed: { expected: name, label: t('general.delete_type', { name }) },
      action: () => closeWorkspace(public_key),
    })
    if (!isClosed) return
    await navigate(to('app'))
    await refetchIntegrations()
    toast.success(t('general.deleted', { name }))
  }
  return (
    <Section title={t('general.danger')} description={t('general.delete_text')} tone="danger">
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" icon="trash" onClick={() => void close()}>
          {t('general.delete')}
        </Button>
        <PageLink
          to={to('app-i-integrationId-settings-team', { integrationId: id })}
          className={buttonStyle()}
        >
          {t('general.transfer')}
        </PageLink>
      </div>
    </Section>
  )
}
