import type { Integration } from '@ozvi/contract'
import { problemWords } from '#platform/action.ts'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/now.ts'
import { usePath } from '#platform/page-link.tsx'
import { usePublicConfig } from '#platform/root-data.ts'
import { Button, buttonStyle } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSightings } from './installation.ts'
import { Recipes } from './recipes.tsx'
import { StepFrame } from './step-frame.tsx'
import { StepLinks } from './step-links.tsx'

/** The line for the website, and whether it stands there already: told by the first page that has it. */
export function InstallStep({ integration }: { integration: Integration }) {
  const t = useT()
  const to = usePath()
  const { app_url } = usePublicConfig()
  const { data: sightings } = useSightings(integration.id)
  const src = `${app_url}/widget.js`
  const tag = `<script async src="${src}" data-key="${integration.public_key}"></script>`
  const letter = new URLSearchParams({
    subject: t('onboarding.mail_subject', { name: integration.name }),
    body: t('onboarding.mail_body', { tag, url: integration.url }),
  })
  return (
    <StepFrame
      step="install"
      text={t('onboarding.install_text')}
      footer={<StepLinks step="install" integration={integration} isDone={(sightings?.length ?? 0) > 0} />}
    >
      <CopyField label={t('integrations.tag')} value={tag} />
      <div className="flex flex-wrap gap-2">
        {/* Programs for mail know no plus sign for a blank. */}
        <a
          href={`mailto:?${letter.toString().replaceAll('+', '%20')}`}
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
      <Detection integration={integration} />
      <Recipes src={src} publicKey={integration.public_key} />
    </StepFrame>
  )
}

function Detection({ integration: { id, url } }: { integration: Integration }) {
  const t = useT()
  const now = useNow()
  const formats = useFormats()
  const { data: sightings, error, isFetching, refetch } = useSightings(id)
  const [latest] = sightings ?? []
  if (error && !sightings) {
    return (
      <Card className="flex flex-wrap items-center gap-3 p-4">
        <p className="flex-1 text-danger">{problemWords(error, t).message}</p>
        <Button size="sm" icon="refresh" isBusy={isFetching} onClick={() => void refetch()}>
          {t('ui.retry')}
        </Button>
      </Card>
    )
  }
  return (
    <Card className="flex items-start gap-3 p-4">
      <Icon
        name={latest ? 'circle-check' : 'clock'}
        size={22}
        className={latest ? 'text-success' : 'text-muted'}
      />
      <div className="min-w-0">
        <p role="status" className="font-medium">
          {latest ? t('onboarding.seen', { host: latest.host }) : t('onboarding.not_seen')}
        </p>
        <p className="mt-0.5 text-sm text-muted">
          {latest
            ? t('onboarding.seen_at', {
                time: formats.relative(latest.last_seen_at, Math.max(now, Date.parse(latest.last_seen_at))),
              })
            : t('onboarding.not_seen_text', { host: new URL(url).host })}
        </p>
      </div>
    </Card>
  )
}
