import { useRef } from 'react'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Card } from '#ui/card.tsx'
import { cn } from '#ui/cn.ts'
import { PreviewOptions, usePreviewOptions } from '#ui/preview-options.tsx'
import { useIntegration } from '#dashboard/integrations'
import { pagePath } from '#addresses'
import { appearanceOf } from './draft.ts'
import { useScaleToFit } from './use-scale-to-fit.ts'
import { usePreviewSite } from './use-preview-site.ts'
import { usePreviewTheme } from './use-preview-theme.ts'
import type { Draft } from './use-draft.ts'

/** The real chat on an example page with the form's values. */
export function PreviewSection({ draft, className }: { draft: Draft; className?: string }) {
  const t = useT()
  const integration = useIntegration()
  const { public_key } = integration
  const options = usePreviewOptions(useLocale())
  const { viewport, locale, theme } = options
  const frame = useRef<HTMLIFrameElement>(null)
  const { container, style } = useScaleToFit(viewport)
  const spoken = integration.locales.includes(locale) ? locale : integration.locale
  const appearance = appearanceOf(draft.fields, draft.stored, spoken, theme)
  const showTheme = usePreviewTheme(frame, appearance)
  const showSite = usePreviewSite(frame, integration)
  const query = new URLSearchParams({ key: public_key, theme, quiet: '1' })
  const src = `${pagePath(locale, 'preview-shop')}?${query.toString()}`
  return (
    <section aria-labelledby="client-preview" className={cn('flex flex-col gap-3', className)}>
      <div>
        <h2 id="client-preview" className="text-md font-semibold">
          {t('client.preview')}
        </h2>
        <p className="mt-1 text-sm text-muted">{t('client.preview_text')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <PreviewOptions options={options} languages={{ en: 'EN', sk: 'SK' }} />
      </div>
      <Card className="overflow-hidden">
        <div
          ref={container}
          className="flex h-[min(40rem,calc(100dvh-18.5rem))] min-h-96 justify-center overflow-hidden bg-inset"
        >
          <iframe
            key={src}
            ref={frame}
            src={src}
            title={t('preview.frame')}
            className="shrink-0 origin-top bg-page"
            style={style}
            onLoad={() => {
              showTheme()
              showSite()
            }}
          />
        </div>
      </Card>
    </section>
  )
}
