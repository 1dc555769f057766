import { type Integration, may } from '@ozvi/contract'
import { query } from '@ozvi/wire'
import { useT } from '#platform/i18n/provider.tsx'
import { buttonStyle } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { Wanted } from './contact-list.ts'

/** What the page is, and the list as a file for those who may take it along. */
export function ListHeader({
  integration: { id, role },
  wanted: { search, kind },
  hasRows,
}: {
  integration: Integration
  wanted: Wanted
  hasRows: boolean
}) {
  const t = useT()
  const asked = query({ ...(search ? { search } : {}), ...(kind ? { kind } : {}) })
  return (
    <header className="flex shrink-0 items-center justify-between gap-3 px-4 pt-3 md:px-6 md:pt-5">
      <h1 className="text-lg font-semibold tracking-tight md:text-2xl">{t('contacts.title')}</h1>
      {hasRows && may(role, 'contacts.export') && (
        <a
          href={`/api/integration/${id}/contact-export${asked}`}
          download="contacts.csv"
          className={buttonStyle('plain', 'sm')}
        >
          <Icon name="arrow-down" size={16} />
          {t('contacts.export')}
        </a>
      )}
    </header>
  )
}
