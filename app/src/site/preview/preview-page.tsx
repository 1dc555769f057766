import { useSearchParams } from 'react-router'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Island } from '#platform/document/island.tsx'
import { pagePath } from '#addresses'
import { EmptyState } from '#ui/empty-state.tsx'
import { linkStyle } from '#ui/link.tsx'
import { island } from './preview-island.tsx'

// React Router requires a default export.
export default function PreviewPage() {
  const t = useT()
  const locale = useLocale()
  const key = useSearchParams()[0].get('key') ?? ''
  return (
    <div className="flex flex-1 flex-col bg-subtle">
      <title>{`${t('preview.title')} – Ozvi`}</title>
      <meta name="robots" content="noindex" />
      {key ? (
        <Island of={island} props={{ public_key: key, locale }} />
      ) : (
        <>
          <h1 className="sr-only">{t('preview.title')}</h1>
          <EmptyState icon="message" title={t('preview.no_key')} className="my-auto">
            {t('preview.no_key_text')}{' '}
            <a href={pagePath(locale, 'app')} className={linkStyle()}>
              {t('preview.to_app')}
            </a>
          </EmptyState>
        </>
      )}
    </div>
  )
}
