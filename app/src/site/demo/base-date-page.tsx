import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Island } from '#platform/document/island.tsx'
import { pagePath } from '#addresses'
import { linkStyle } from '#ui/link.tsx'
import type { RouteHandle } from '../../root.tsx'
import { island } from './base-date-island.tsx'

export const handle: RouteHandle = { has_every_style: true }

// React Router requires a default export.
export default function BaseDatePage() {
  const t = useT()
  const locale = useLocale()
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-12 px-4 py-10 sm:px-6">
      <title>{`${t('demo.dates_title')} – Ozvi`}</title>
      <meta name="robots" content="noindex" />
      <div>
        <h1 className="text-3xl font-semibold tracking-tight">{t('demo.dates_title')}</h1>
        <p className="mt-2 max-w-[68ch] text-md text-muted">{t('demo.dates_text')}</p>
        <p className="mt-3">
          <a href={pagePath(locale, 'demo-ui')} className={linkStyle()}>
            {t('demo.to_ui')}
          </a>
        </p>
      </div>
      <Island of={island} props={{ opened_at: new Date().toISOString() }} />
    </div>
  )
}
