import { type Integration, effectiveAccess } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { Button, buttonStyle } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { linkStyle } from '#ui/link.tsx'

/** Empty state: no contacts yet, or no matches. */
export function ListEmpty({
  integration,
  isFiltered,
  onClear,
}: {
  integration: Integration
  isFiltered: boolean
  onClear: () => void
}) {
  const t = useT()
  const to = usePath()
  if (isFiltered) {
    return (
      <EmptyState
        icon="search"
        title={t('contacts.no_match')}
        className="my-auto"
        action={<Button onClick={onClear}>{t('contacts.clear')}</Button>}
      >
        {t('contacts.no_match_text')}
      </EmptyState>
    )
  }
  // Others may have some.
  if (effectiveAccess(integration) !== 'all') {
    return (
      <EmptyState icon="users" title={t('contacts.access_empty')} className="my-auto">
        {t('contacts.access_empty_text')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="users"
      title={t('contacts.first_run')}
      className="my-auto"
      action={
        <PageLink
          to={to('app-i-integrationId-settings-client', { integrationId: integration.id })}
          className={buttonStyle('primary')}
        >
          {t('contacts.first_run_install')}
        </PageLink>
      }
    >
      <p>{t('contacts.first_run_text')}</p>
      <p className="mt-2">
        <a
          href={`${to('preview')}?key=${encodeURIComponent(integration.public_key)}`}
          target="_blank"
          className={linkStyle('inline-flex items-center gap-1')}
        >
          {t('contacts.first_run_try')}
          <Icon name="external-link" size={14} />
        </a>
      </p>
    </EmptyState>
  )
}
