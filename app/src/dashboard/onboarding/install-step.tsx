import type { Integration } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { usePublicConfig } from '#platform/session/root-data.ts'
import { buttonStyle } from '#ui/button.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { Icon } from '#ui/icon.tsx'
import { PolicyLines, SeenOnSite, useInstallations } from '#dashboard/installation'
import { Recipes } from './recipes.tsx'
import { StepFrame } from './step-frame.tsx'
import { StepLinks } from './step-links.tsx'

/** The snippet, and whether it is installed, detected from the first page load. */
export function InstallStep({ integration }: { integration: Integration }) {
  const t = useT()
  const to = usePath()
  const { app_url } = usePublicConfig()
  const { data: installations } = useInstallations(integration.id)
  const src = `${app_url}/widget.js`
  const tag = `<script async src="${src}" data-key="${integration.public_key}"></script>`
  const emailParams = new URLSearchParams({
    subject: t('onboarding.mail_subject', { name: integration.name }),
    body: t('onboarding.mail_body', { tag, url: integration.url }),
  })
  return (
    <StepFrame
      step="install"
      text={t('onboarding.install_text')}
      footer={
        <StepLinks step="install" integration={integration} isDone={(installations?.length ?? 0) > 0} />
      }
    >
      <CopyField label={t('integrations.tag')} value={tag} />
      <div className="flex flex-wrap gap-2">
        {/* Email clients don't decode plus signs as spaces. */}
        <a
          href={`mailto:?${emailParams.toString().replaceAll('+', '%20')}`}
          className={buttonStyle('plain', 'sm')}
        >
          <Icon name="mail" size={16} />
          {t('onboarding.mail')}
        </a>
        <a
          href={`${to('preview')}?key=${encodeURIComponent(integration.public_key)}`}
          target="_blank"
          className={buttonStyle('plain', 'sm')}
        >
          {t('onboarding.preview')}
          <Icon name="external-link" size={16} />
        </a>
      </div>
      <SeenOnSite integration={integration} />
      <PolicyLines />
      <Recipes src={src} publicKey={integration.public_key} />
    </StepFrame>
  )
}
