import { Outlet, useLocation } from 'react-router'
import { localeOfPath, pathInLocale } from '#platform/i18n/locale.ts'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { pagePath } from '#pages'
import { buttonStyle } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Logo } from '#ui/logo.tsx'

// “Slovenčina” alone would make every English page load the font's second file.
const languages = { en: 'English', sk: 'Slovensky' } as const

// The router asks for a default export.
export default function SiteLayout() {
  const t = useT()
  const locale = useLocale()
  const { pathname, search } = useLocation()
  const isAuth = /^\/\w+\/(auth|verify-email|invitation)/.test(pathname)
  return (
    <div className="flex min-h-dvh flex-col bg-page">
      <a
        href="#content"
        className="sr-only rounded-control bg-ink px-3 py-2 text-page focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        {t('site.skip')}
      </a>
      <header className="sticky top-0 z-10 border-b border-line bg-page">
        <div className="mx-auto flex h-16 max-w-6xl items-center gap-1 px-4 sm:px-6">
          <a
            href={pagePath(locale, 'index')}
            className="rounded-control py-1 pr-2"
            aria-label={t('site.home_link')}
          >
            <Logo />
          </a>
          <nav aria-label={t('site.main_nav')} className="ml-auto flex items-center gap-1 sm:gap-2">
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
              </>
            )}
          </nav>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <Outlet />
      </main>
      <footer className="border-t border-line bg-subtle">
        <div className="mx-auto flex max-w-6xl flex-col gap-4 px-4 py-8 text-sm text-muted sm:flex-row sm:items-center sm:px-6">
          <p>{t('site.footer')}</p>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3 sm:ml-auto">
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
                  {languages[other]}
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
