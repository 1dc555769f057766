import { useParams } from 'react-router'
import { PageLink } from '#platform/document/page-link.tsx'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { Card } from '#ui/card.tsx'
import { Icon, Outline } from '#ui/icon.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { navPath } from '#dashboard/shell'
import { PendingCount } from './pending-count.tsx'
import { useSettingsSearch } from './use-settings-search.ts'

/** All settings as a page, where there is no room for their list next to them. */
export function SettingsList() {
  const t = useT()
  const locale = useLocale()
  const { integrationId = '' } = useParams()
  const { search, setSearch, sections } = useSettingsSearch()
  return (
    <div className="mx-auto flex max-w-180 flex-col gap-6 px-4 py-6 sm:px-8 sm:py-8">
      <title>{t('shell.settings')}</title>
      <h1 className="text-2xl font-semibold tracking-tight">{t('shell.settings')}</h1>
      <SearchInput
        label={t('settings-list.search')}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {sections.map(({ title, pages }) => (
        <section key={title} className="flex flex-col gap-2">
          <h2 className="text-sm font-medium text-muted">{title}</h2>
          <Card>
            <ul className="divide-y divide-line">
              {pages.map(({ page, label, hint, icon }) => (
                <li key={page.name}>
                  <PageLink
                    to={navPath(locale, page, integrationId)}
                    className="flex min-h-14 items-center gap-3 px-4 py-2.5 hover:bg-inset"
                  >
                    <Outline path={icon} size={20} className="text-muted" />
                    <span className="min-w-0 flex-1">
                      <span className="flex items-center gap-2 text-base font-medium">
                        {t(label)}
                        <PendingCount page={page.name} />
                      </span>
                      <span className="block text-sm text-muted">{hint && t(hint)}</span>
                    </span>
                    <Icon name="chevron-right" className="text-muted" />
                  </PageLink>
                </li>
              ))}
            </ul>
          </Card>
        </section>
      ))}
      <p role="status" className="text-base text-muted empty:hidden">
        {sections.length === 0 && t('settings-list.none')}
      </p>
    </div>
  )
}
