import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/page-link.tsx'
import { usePublicConfig } from '#platform/root-data.ts'
import { buttonStyle } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { Icon } from '#ui/icon.tsx'
import { SeenOnSite } from '#dashboard/installation'
import { useIntegration } from '#dashboard/integrations'

/** The tag to paste, and what a strict policy has to allow for it. */
export function InstallSection() {
  const t = useT()
  const to = usePath()
  const { app_url } = usePublicConfig()
  const integration = useIntegration()
  const { public_key } = integration
  const policy = ['script-src', 'connect-src', 'frame-src'].map((name) => `${name} ${app_url};`).join('\n')
  return (
    <Section title={t('client.install')} description={t('client.install_text')}>
      <div className="flex flex-col gap-4">
        <CopyField
          label={t('integrations.tag')}
          value={`<script async src="${app_url}/widget.js" data-key="${public_key}"></script>`}
        />
        <SeenOnSite integration={integration} />
        <a
          href={`${to('preview')}?key=${public_key}`}
          className={buttonStyle('plain', 'md', 'self-start')}
          target="_blank"
        >
          {t('integrations.preview')}
          <Icon name="external-link" size={16} />
        </a>
        <div className="flex flex-col gap-2">
          <p className="text-base text-muted">{t('client.csp_text')}</p>
          <CopyField label={t('client.csp')} value={policy} />
        </div>
      </div>
    </Section>
  )
}
