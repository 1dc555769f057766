import { type InboxView, effectiveAccess } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { Button, buttonStyle } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { linkStyle } from '#ui/link.tsx'
import { SeenOnSite } from '#dashboard/installation'
import { isFirstRun } from '../data/first-run.ts'
import { useInbox } from '../layout/inbox-context.ts'
import { isFiltered } from './list-params.ts'

/** Empty state of a view: nothing yet, or everything done. */
export function ListEmpty({ counts }: { counts: Record<InboxView, number> | undefined }) {
  const t = useT()
  const to = usePath()
  const { integration, listParams, setFilter } = useInbox()
  const { view } = listParams
  if (isFiltered(listParams)) {
    return (
      <EmptyState
        icon="search"
        title={t('search.nothing')}
        action={<Button onClick={() => setFilter({})}>{t('search.clear')}</Button>}
      >
        {t('search.nothing_text')}
      </EmptyState>
    )
  }
  const access = effectiveAccess(integration)
  if (isFirstRun(integration, counts) && view === 'all') {
    return (
      <EmptyState
        icon="message"
        title={t('conversations.first_run')}
        action={
          <a
            href={`${to('preview')}?key=${encodeURIComponent(integration.public_key)}`}
            target="_blank"
            className={buttonStyle('primary')}
          >
            {t('conversations.first_run_try')}
            <Icon name="external-link" size={16} />
          </a>
        }
      >
        <p>{t('conversations.first_run_text')}</p>
        <p className="mt-2">
          <PageLink
            to={to('app-i-integrationId-settings-client', { integrationId: integration.id })}
            className={linkStyle()}
          >
            {t('conversations.first_run_install')}
          </PageLink>
        </p>
        <div className="mt-5 text-left">
          <SeenOnSite integration={integration} />
        </div>
      </EmptyState>
    )
  }
  // The member can't see what others have.
  const part = access !== 'all' && (view === 'all' || view === 'unassigned') ? view : undefined
  return (
    <EmptyState
      icon={view === 'all' || view === 'mine' || view === 'unassigned' ? 'circle-check' : 'inbox'}
      title={t(part ? `conversations.empty_part_${part}` : `conversations.empty_${view}`)}
    >
      {t(part ? `conversations.empty_part_text` : `conversations.empty_${view}_text`)}
    </EmptyState>
  )
}
