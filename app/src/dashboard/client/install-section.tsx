import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { usePublicConfig } from '#platform/session/root-data.ts'
import { buttonStyle } from '#ui/button.tsx'
import { Section } from '#ui/card.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { Icon } from '#ui/icon.tsx'
import { PolicyLines, SeenOnSite } from '#dashboard/installation'
import { useIntegration } from '#dashboard/integrations'

/** The snippet, and what a strict CSP must allow. */
export function InstallSection() {
  const t = useT()
  const to = usePath()
  const { app_url } = usePublicConfig()
  const integration = useIntegration()
  const { public_key } = integration
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
        <PolicyLines />
      </div>
    </Section>
  )
}
