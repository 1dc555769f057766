import { useEffect, useRef } from 'react'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Card } from '#ui/card.tsx'
import { cn } from '#ui/cn.ts'
import { PreviewChoices, usePreviewChoices } from '#ui/preview-choices.tsx'
import { useIntegration } from '#dashboard/integrations'
import { pagePath } from '#addresses'
import { lookOf } from './draft.ts'
import { useFit } from './use-fit.ts'
import type { Draft } from './use-draft.ts'

/** The command line of the loader on the example page, or the queue that it takes over. */
type Line = ((name: string, ...args: unknown[]) => void) & { q?: unknown[][] }

/** Says something to the chat on the example page, which is of our own origin. */
function tell(frame: HTMLIFrameElement | null, name: string, argument: unknown) {
  // Our own page with our own loader, or about:blank on its way there.
  const page = frame?.contentWindow as (Window & { ozvi?: Line }) | null | undefined
  if (!page) return
  if (!page.ozvi) {
    const q: unknown[][] = []
    page.ozvi = Object.assign((...args: unknown[]) => void q.push(args), { q })
  }
  page.ozvi(name, argument)
}

/** The real chat on an example page, wearing what stands in the form. */
export function PreviewSection({ draft, className }: { draft: Draft; className?: string }) {
  const t = useT()
  const { public_key, ...integration } = useIntegration()
  const choices = usePreviewChoices(useLocale())
  const { viewport, locale, theme } = choices
  const frame = useRef<HTMLIFrameElement>(null)
  const { place, style } = useFit(viewport)
  const spoken = integration.locales.includes(locale) ? locale : integration.locale
  const look = lookOf(draft.fields, draft.stored, spoken, theme)
  const worn = JSON.stringify(look)
  const query = new URLSearchParams({ key: public_key, theme, quiet: '1' })
  const src = `${pagePath(locale, 'preview-shop')}?${query.toString()}`
  useEffect(() => tell(frame.current, 'look', JSON.parse(worn)), [worn])
  return (
    <section aria-labelledby="client-preview" className={cn('flex flex-col gap-3', className)}>
      <div>
        <h2 id="client-preview" className="text-md font-semibold">
          {t('client.preview')}
        </h2>
        <p className="mt-1 text-sm text-muted">{t('client.preview_text')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <PreviewChoices choices={choices} languages={{ en: 'EN', sk: 'SK' }} />
      </div>
      <Card className="overflow-hidden">
        <div
          ref={place}
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
              tell(frame.current, 'look', look)
              tell(frame.current, 'open', { takes_focus: false })
            }}
          />
        </div>
      </Card>
    </section>
  )
}
