import { Outlet, useLocation } from 'react-router'
import { pageLanguages } from '#platform/i18n/languages.ts'
import { localeOfPath, pathInLocale } from '#platform/i18n/locale.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { pagePath } from '#addresses'
import { type PageName } from '#pages'
import type { Key } from '#platform/i18n/keys.ts'
import { buttonStyle } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { Logo } from '#ui/logo.tsx'

// React Router requires a default export.
export default function SiteLayout() {
  const t = useT()
  const locale = useLocale()
  const { pathname, search } = useLocation()
  const width = /^\/\w+\/documentation/.test(pathname) ? 'max-w-[88rem]' : 'max-w-6xl'
  const isAuth = /^\/\w+\/(auth|verify-email|undo-email-change|invitation)/.test(pathname)
  return (
    <div className="flex min-h-dvh flex-col bg-page">
      <a
        href="#content"
        className="sr-only rounded-control bg-ink px-3 py-2 text-page focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        {t('site.skip')}
      </a>
      <header aria-label="Ozvi" className="sticky top-0 z-10 low:static border-b border-line bg-page">
        <div className={cn('mx-auto flex h-16 items-center gap-1 px-4 sm:px-6', width)}>
          <a
            href={pagePath(locale, 'index')}
            className="rounded-control py-1 pr-2"
            aria-label={t('site.home_link')}
          >
            <Logo />
          </a>
          {!isAuth && (
            <nav aria-label={t('site.main_nav')} className="ml-6 hidden lg:block">
              <NavLinks at={pathname} className="flex items-center gap-1" />
            </nav>
          )}
          <div className="ml-auto flex items-center gap-1 sm:gap-2">
            {!isAuth && (
              <>
                <a href={pagePath(locale, 'auth')} className={buttonStyle('quiet', 'md', 'px-3 max-sm:px-2')}>
                  {t('site.sign_in')}
                </a>
                <a
                  href={pagePath(locale, 'auth-create-account')}
                  className={buttonStyle('primary', 'md', 'max-sm:px-3')}
                >
                  {t('site.start')}
                </a>
                <details className="lg:hidden" data-menu="">
                  <summary
                    className="flex size-9 list-none items-center justify-center rounded-control hover:bg-inset touch:size-11 [&::-webkit-details-marker]:hidden"
                    aria-label={t('site.menu')}
                  >
                    <Icon name="list" size={20} />
                  </summary>
                  <nav
                    aria-label={t('site.main_nav')}
                    className="absolute inset-x-0 top-16 border-b border-line bg-page px-4 py-3 shadow-popover"
                  >
                    <NavLinks at={pathname} className="flex flex-col" />
                  </nav>
                </details>
              </>
            )}
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <Outlet />
      </main>
      <footer className="border-t border-line bg-subtle">
        {!isAuth && <FooterLinks />}
        <div className="mx-auto flex max-w-6xl flex-col gap-4 px-4 py-8 text-sm text-muted max-sm:pb-24 sm:flex-row sm:items-center sm:px-6 sm:max-xl:pr-24">
          <p>{t('site.footer')}</p>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3 sm:ml-auto">
            {/* Shown by the script behind it, where there is something to choose. */}
            <button
              type="button"
              hidden
              data-cookie-settings=""
              className="py-1 underline-offset-3 hover:text-ink hover:underline"
            >
              {t('site.cookies')}
            </button>
            <nav aria-label={t('site.languages')} className="flex items-center gap-3">
              <Icon name="globe" size={16} />
              {(['en', 'sk'] as const).map((other) => (
                <a
                  key={other}
                  href={pathInLocale(pathname, other) + search}
                  hrefLang={other}
                  lang={other}
                  data-locale-link=""
                  aria-current={localeOfPath(pathname) === other ? 'true' : undefined}
                  className="py-1 underline-offset-3 hover:text-ink hover:underline aria-current:font-medium aria-current:text-ink"
                >
                  {pageLanguages[other]}
                </a>
              ))}
            </nav>
            <label className="flex items-center gap-2">
              <span>{t('site.theme')}</span>
              <select
                data-color-select=""
                className="h-8 rounded-control border border-strong bg-raised px-2 text-ink touch:h-11"
              >
                <option value="system">{t('site.theme_system')}</option>
                <option value="light">{t('site.theme_light')}</option>
                <option value="dark">{t('site.theme_dark')}</option>
              </select>
            </label>
          </div>
        </div>
      </footer>
    </div>
  )
}

interface SiteLink {
  page: 'features' | 'solutions' | 'competitors' | 'prices' | 'blog' | 'documentation' | FooterPage
  label: Key
}
type FooterPage = Extract<
  PageName,
  'dictionary' | 'privacy-policy' | 'refund-policy' | 'terms-of-service' | 'auth' | 'auth-create-account'
>
const main: SiteLink[] = [
  { page: 'features', label: 'content.features' },
  { page: 'solutions', label: 'content.solutions' },
  { page: 'competitors', label: 'site.compare' },
  { page: 'prices', label: 'site.prices' },
  { page: 'blog', label: 'content.blog' },
  { page: 'documentation', label: 'content.documentation' },
]

function NavLinks({ at, className }: { at: string; className: string }) {
  const t = useT()
  const locale = useLocale()
  return (
    <ul className={className}>
      {main.map(({ page, label }) => {
        const href = pagePath(locale, page)
        return (
          <li key={page}>
            <a
              href={href}
              aria-current={at === href ? 'page' : at.startsWith(`${href}/`) ? 'true' : undefined}
              className="flex min-h-9 items-center rounded-control px-3 text-base font-medium text-muted hover:bg-inset hover:text-ink aria-current:text-ink touch:min-h-11"
            >
              {t(label)}
            </a>
          </li>
        )
      })}
    </ul>
  )
}

const columns: { title: Key; links: SiteLink[] }[] = [
  { title: 'site.product', links: main.slice(0, 4) },
  {
    title: 'site.read',
    links: [
      { page: 'documentation', label: 'content.documentation' },
      { page: 'dictionary', label: 'content.dictionary' },
      { page: 'blog', label: 'content.blog' },
    ],
  },
  {
    title: 'site.legal',
    links: [
      { page: 'privacy-policy', label: 'site.privacy' },
      { page: 'terms-of-service', label: 'site.terms' },
      { page: 'refund-policy', label: 'site.refunds' },
    ],
  },
  {
    title: 'site.account',
    links: [
      { page: 'auth', label: 'site.sign_in' },
      { page: 'auth-create-account', label: 'site.create_account' },
    ],
  },
]

function FooterLinks() {
  const t = useT()
  const locale = useLocale()
  return (
    <nav
      aria-label={t('site.footer_nav')}
      className="mx-auto grid max-w-6xl grid-cols-2 gap-x-6 gap-y-8 px-4 pt-12 sm:grid-cols-4 sm:px-6"
    >
      {columns.map(({ title, links }) => (
        <div key={title}>
          <h2 className="text-base font-semibold">{t(title)}</h2>
          <ul className="mt-2">
            {links.map(({ page, label }) => (
              <li key={page}>
                <a
                  href={pagePath(locale, page)}
                  className="inline-flex min-h-8 items-center rounded-[3px] text-base text-muted hover:text-ink hover:underline touch:min-h-11"
                >
                  {t(label)}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
