import { useEffect, useRef } from 'react'
import { useNavigate, useParams } from 'react-router'
import { PageNavLink } from '#platform/document/page-link.tsx'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'
import { Outline } from '#ui/icon.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { navPath } from '#dashboard/shell'
import { PendingCount } from './pending-count.tsx'
import { useSettingsSearch } from './use-settings-search.ts'

/** The settings in groups, next to every page of the settings. The list scrolls on its own, below the search. */
export function SettingsNav({ className }: { className?: string }) {
  const t = useT()
  const locale = useLocale()
  const navigate = useNavigate()
  const { integrationId = '' } = useParams()
  const { search, setSearch, sections, first } = useSettingsSearch()
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  function open() {
    if (!first) return
    setSearch('')
    void navigate(navPath(locale, first.page, integrationId))
  }
  return (
    <nav ref={nav} aria-label={t('shell.settings')} className={cn('flex flex-col', className)}>
      <div className="flex p-1">
        <SearchInput
          label={t('settings-list.search')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') open()
            if (key === 'Escape') setSearch('')
          }}
        />
      </div>
      <div className="flex min-h-0 flex-col gap-4 overflow-y-auto overscroll-contain mask-t-from-[calc(100%-0.75rem)] mask-b-from-[calc(100%-1.5rem)] pt-3 pb-6 scroll-pt-3 scroll-pb-7 [scrollbar-width:thin]">
        {sections.map(({ title, pages }) => (
          <section key={title} className="px-1">
            <h2 className="px-2.5 pb-1 text-sm font-medium text-muted">{title}</h2>
            <ul className="flex flex-col gap-px">
              {pages.map(({ page, label, icon }) => (
                <li key={page.name}>
                  <PageNavLink
                    to={navPath(locale, page, integrationId)}
                    className={({ isActive }) =>
                      cn(
                        'flex min-h-8 items-center gap-2.5 rounded-control px-2.5 py-1 text-base text-muted hover:bg-inset hover:text-ink touch:min-h-11',
                        isActive && 'bg-inset font-medium text-ink forced-colors:outline',
                      )
                    }
                  >
                    <Outline path={icon} />
                    <span className="min-w-0">{t(label)}</span>
                    <PendingCount page={page.name} />
                  </PageNavLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <p role="status" className="px-3.5 text-base text-muted empty:hidden">
          {sections.length === 0 && t('settings-list.none')}
        </p>
      </div>
    </nav>
  )
}
