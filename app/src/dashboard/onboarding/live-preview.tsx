import type { Integration } from '@ozvi/contract'
import { useRef } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { usePath } from '#platform/document/page-link.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { type Appearance, usePreviewSite, usePreviewTheme } from '#dashboard/client'

const parts: { step: 'knowledge' | 'try' | 'look' | 'install' | 'team'; icon: IconName }[] = [
  { step: 'knowledge', icon: 'book' },
  { step: 'try', icon: 'bot' },
  { step: 'look', icon: 'pencil' },
  { step: 'install', icon: 'code' },
  { step: 'team', icon: 'users' },
]
/** Next to the steps, if there is room: the chat on an example page, or a placeholder. */
export function LivePreview({
  integration,
  appearance,
}: {
  integration: Integration | null
  /** Theme for the chat; null keeps the stored one. */
  appearance: Appearance | null
}) {
  const t = useT()
  return (
    <aside
      aria-label={integration ? t('onboarding.your_chat') : t('onboarding.ahead')}
      className="hidden min-w-0 flex-1 flex-col justify-center border-l border-line bg-subtle p-8 lg:flex xl:p-12"
    >
      {integration ? (
        <ChatFrame integration={integration} appearance={appearance} />
      ) : (
        <div className="mx-auto max-w-96">
          <h2 className="text-lg font-semibold">{t('onboarding.ahead')}</h2>
          <ol className="mt-5 flex flex-col gap-5">
            {parts.map(({ step, icon }) => (
              <li key={step} className="flex gap-3.5">
                <span className="flex size-9 shrink-0 items-center justify-center rounded-full bg-primary-subtle text-primary">
                  <Icon name={icon} />
                </span>
                <span>
                  <span className="block font-medium">{t(`onboarding.${step}_title`)}</span>
                  <span className="block text-muted">{t(`onboarding.${step}_ahead`)}</span>
                </span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </aside>
  )
}

/** The chat on the workspace's own website, as far as it was read. */
function ChatFrame({ integration, appearance }: { integration: Integration; appearance: Appearance | null }) {
  const t = useT()
  const to = usePath()
  const frame = useRef<HTMLIFrameElement>(null)
  const showTheme = usePreviewTheme(frame, appearance)
  const showSite = usePreviewSite(frame, integration)
  return (
    <>
      <p className="mb-3 text-sm font-medium text-muted">{t('onboarding.your_chat')}</p>
      <iframe
        ref={frame}
        onLoad={() => {
          showTheme()
          showSite()
        }}
        src={`${to('preview-shop')}?key=${encodeURIComponent(integration.public_key)}`}
        title={t('preview.frame')}
        loading="lazy"
        className="min-h-0 w-full flex-1 rounded-card border border-line bg-page"
      />
    </>
  )
}
