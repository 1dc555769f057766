import { type ClientSettings, type Integration, can } from '@ozvi/contract'
import { Suspense } from 'react'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { useT } from '#platform/i18n/provider.tsx'
import { buttonStyle } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { Form } from '#ui/form.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { IdentitySection } from '#dashboard/identity'
import { useIntegration } from '#dashboard/integrations'
import { SaveBar } from '#dashboard/settings'
import { useClientSettings, settingsOf } from './data.ts'
import { InstallSection } from './install-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { BehaviorSection } from './behavior-section.tsx'
import { LauncherSection } from './launcher-section.tsx'
import { LocationsSection } from './locations-section.tsx'
import { PreviewSection } from './preview-section.tsx'
import { TextsSection } from './texts-section.tsx'
import { useDraft } from './use-draft.ts'

export const queries: Queries = inWorkspace(({ id }) => [settingsOf(id)])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function ClientPage() {
  const t = useT()
  const integration = useIntegration()
  const { id, name } = integration
  const query = useClientSettings(id)
  const settings = query.data
  const isAllowed = can(integration, 'settings.manage')
  return (
    <div className="flex flex-col gap-6" data-wide="">
      <title>{`${t('shell.chat_widget')} – ${name}`}</title>
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{t('shell.chat_widget')}</h1>
        <p className="mt-1 max-w-[62ch] text-base text-muted">
          {isAllowed ? t('client.text') : t('integrations.read_only')}
        </p>
      </div>
      {settings ? (
        <Settings key={id} settings={settings} integration={integration} isAllowed={isAllowed} />
      ) : (
        <LoadFallback
          title={t('client.failed')}
          query={query}
          skeletonClassName="grid gap-6 xl:grid-cols-[minmax(0,1fr)_28rem]"
        >
          <Skeleton className="h-96 rounded-card" />
          <Skeleton className="h-160 rounded-card" />
        </LoadFallback>
      )}
    </div>
  )
}

function Settings({
  settings,
  integration,
  isAllowed,
}: {
  settings: ClientSettings
  integration: Integration
  isAllowed: boolean
}) {
  const t = useT()
  const to = usePath()
  const draft = useDraft(settings)
  const labels = Object.fromEntries(
    (
      [
        'color',
        'launcher_text_en',
        'launcher_text_sk',
        'launcher_offset_x_px',
        'launcher_offset_y_px',
        'reopen_days',
        'greeting_en',
        'intro_en',
        'greeting_sk',
        'intro_sk',
        'hosts',
        'hide_on',
      ] as const
    ).map((name) => [name, t(`client.${name}`)]),
  )
  return (
    <>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_28rem] [&_:is(input,textarea,button,a)]:scroll-mb-36">
        <Form
          id="client"
          labels={labels}
          problem={draft.problem}
          onSubmit={draft.save}
          className="min-w-0 gap-6"
        >
          <AppearanceSection draft={draft} isAllowed={isAllowed} />
          <LauncherSection draft={draft} isAllowed={isAllowed} />
          <TextsSection draft={draft} integration={integration} isAllowed={isAllowed} />
          <BehaviorSection draft={draft} isAllowed={isAllowed} />
          <LocationsSection draft={draft} isAllowed={isAllowed} />
        </Form>
        <PreviewSection draft={draft} className="min-w-0 xl:sticky xl:top-6 xl:row-span-2" />
        <InstallSection />
        <div className="flex min-w-0 flex-col gap-6 xl:col-span-2">
          <Suspense>
            <IdentitySection integration={integration} />
          </Suspense>
          <Section title={t('shell.blocked_contacts')} description={t('client.blocked_text')}>
            <PageLink
              to={to('app-i-integrationId-settings-blocked', { integrationId: integration.id })}
              className={buttonStyle('plain')}
            >
              {t('client.blocked')}
            </PageLink>
          </Section>
        </div>
      </div>
      <SaveBar form="client" draft={draft} />
    </>
  )
}
