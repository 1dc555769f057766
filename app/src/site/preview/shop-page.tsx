import { useSearchParams } from 'react-router'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { formatMoney } from '#platform/i18n/money.ts'
import { useNonce } from '#platform/document/use-nonce.ts'
import type { RouteHandle } from '../../root.tsx'

export const handle: RouteHandle = {
  forcedColorMode: (search) => search.get('theme'),
}

const goods = [
  { name: 'preview.good_1', cents: 1290, tint: 'bg-warning-subtle' },
  { name: 'preview.good_2', cents: 950, tint: 'bg-bot-subtle' },
  { name: 'preview.good_3', cents: 2400, tint: 'bg-success-subtle' },
  { name: 'preview.good_4', cents: 720, tint: 'bg-danger-subtle' },
] as const

/**
 * A fictional shop with a real chat, shown in the frame of the preview page. Settings and onboarding fill its parts
 * with the workspace's own website. The snippet marks it as a preview, so its conversations are tests.
 */
// React Router requires a default export.
export default function ShopPage() {
  const t = useT()
  const nonce = useNonce()
  const locale = useLocale()
  const [query] = useSearchParams()
  const key = query.get('key') ?? ''
  const theme = query.get('theme')
  return (
    <div className="min-h-dvh bg-page">
      <title>Green Bean</title>
      <meta name="robots" content="noindex" />
      <header aria-label="Green Bean" className="flex items-center gap-6 border-b border-line px-6 py-4">
        <span className="flex max-w-[60%] shrink-0 items-center gap-3">
          <img data-part="logo" hidden alt="" className="size-8 rounded-control object-contain" />
          <span data-part="name" className="truncate text-xl font-bold tracking-tight">
            Green Bean
          </span>
        </span>
        <p data-part="nav" className="min-w-0 truncate text-base text-muted max-[26rem]:hidden">
          {t('preview.shop_nav')}
        </p>
      </header>
      <main aria-label="Green Bean" className="mx-auto max-w-4xl px-6 py-10">
        <h1 data-part="title" className="text-3xl font-semibold tracking-tight">
          {t('preview.shop_title')}
        </h1>
        <p data-part="text" className="mt-3 max-w-[56ch] text-md text-muted">
          {t('preview.shop_text')}
        </p>
        <div data-part="more" className="mt-8 flex max-w-[64ch] flex-col gap-4 empty:hidden" />
        <ul data-part="goods" className="mt-8 grid grid-cols-2 gap-4 md:grid-cols-4">
          {goods.map(({ name, cents, tint }) => (
            <li key={name}>
              <div className={`aspect-square rounded-card ${tint}`} />
              <p className="mt-2 font-medium">{t(name)}</p>
              <p className="text-muted">{formatMoney(locale, cents)}</p>
            </li>
          ))}
        </ul>
      </main>
      {key && (
        <script
          async
          src="/widget.js"
          data-key={key}
          data-preview={query.has('quiet') ? 'quiet' : '1'}
          data-locale={locale}
          {...(theme === 'light' || theme === 'dark' ? { 'data-theme': theme } : {})}
          nonce={nonce}
        />
      )}
    </div>
  )
}
