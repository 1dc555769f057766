import { type BlockedContact, can } from '@ozvi/contract'
import { useDeferredValue, useState } from 'react'
import { inWorkspace, prefetch, preload, type Queries } from '#platform/calls/page-queries.ts'
import { useToastOnError } from '#platform/calls/toast-error.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { contactName } from '#dashboard/contact-names'
import { useIntegration } from '#dashboard/integrations'
import { blockedOf, useBlockedActions, useBlockedContacts } from './blocked-data.ts'
import { BlockedTable } from './blocked-table.tsx'

export const queries: Queries = inWorkspace(({ id }) => [blockedOf(id)])
export const loader = preload(queries)
export const clientLoader = prefetch(queries)

// The router requires a default export.
export default function BlockedPage() {
  const t = useT()
  const integration = useIntegration()
  const { id, name } = integration
  const [search, setSearch] = useState('')
  const searched = useDeferredValue(search.trim())
  const query = useBlockedContacts(id, searched)
  const { data } = query
  const actions = useBlockedActions(id)
  const toastOnError = useToastOnError()
  const unblock = (contact: BlockedContact) =>
    toastOnError(
      actions.unblock(contact).then(() =>
        toast.success(t('blocking.undone', { name: contactName(contact, t) }), {
          label: t('blocked-contacts.undo'),
          onClick: () => void toastOnError(actions.restore(contact)),
        }),
      ),
    )
  return (
    <div className="flex flex-col gap-6">
      <title>{`${t('shell.blocked_contacts')} – ${name}`}</title>
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{t('shell.blocked_contacts')}</h1>
        <p className="mt-1 max-w-[62ch] text-base text-muted">{t('blocked-contacts.text')}</p>
      </div>
      {!data ? (
        <LoadFallback title={t('blocked-contacts.failed')} query={query}>
          <Skeleton className="h-56 rounded-card" />
        </LoadFallback>
      ) : data.total === 0 && searched === '' ? (
        <Card>
          <EmptyState icon="ban" title={t('blocked-contacts.none')}>
            {t('blocked-contacts.none_text')}
          </EmptyState>
        </Card>
      ) : (
        <>
          <div className="flex">
            <SearchInput
              label={t('blocked-contacts.search')}
              value={search}
              maxLength={100}
              onChange={({ target }) => setSearch(target.value)}
            />
          </div>
          <Card>
            {data.total === 0 ? (
              <EmptyState icon="search" title={t('blocked-contacts.no_match')} />
            ) : (
              <BlockedTable
                integration_id={id}
                contacts={data.items}
                onUnblock={
                  can(integration, 'conversations.answer') ? (contact) => void unblock(contact) : undefined
                }
              />
            )}
          </Card>
          {data.items.length < data.total && (
            <p className="text-sm text-muted">
              {t('blocked-contacts.more', { shown: data.items.length, total: data.total })}
            </p>
          )}
        </>
      )}
    </div>
  )
}
